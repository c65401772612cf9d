-- Other modules read the groups of an organization through this view.
CREATE OR REPLACE VIEW group_states WITH (security_invoker = true) AS
SELECT id, organization_id, name FROM team_groups;
