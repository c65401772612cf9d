-- Other modules read through this view since when a policy counts, and if it asks again after a change.
CREATE OR REPLACE VIEW policy_states WITH (security_invoker = true) AS
SELECT id, organization_id, counted_since, on_change FROM policies;
