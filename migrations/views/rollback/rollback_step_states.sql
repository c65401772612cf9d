-- Other modules read the steps of rollbacks through this view.
CREATE OR REPLACE VIEW rollback_step_states WITH (security_invoker = true) AS
SELECT t.id, t.organization_id, t.rollback_id, r.session_id, t.state FROM rollback_steps t
JOIN rollbacks r ON r.organization_id = t.organization_id AND r.id = t.rollback_id;
