-- What other modules see of a policy.
CREATE OR REPLACE VIEW policy_states WITH (security_invoker = true) AS
SELECT id, organization_id, counted_since, on_change FROM policies;
