-- This view lists the sessions in which an undo created a resource again under another address.
CREATE OR REPLACE VIEW remade_by_sessions WITH (security_invoker = true) AS
SELECT m.organization_id, a.session_id FROM remade_resources m
JOIN action_details a ON a.organization_id = m.organization_id AND a.id = m.action_id;
