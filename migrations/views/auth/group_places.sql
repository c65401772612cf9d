-- Other modules read through this view who is in which group.
CREATE OR REPLACE VIEW group_places WITH (security_invoker = true) AS
SELECT organization_id, group_id, user_id FROM team_group_members;
