-- What other modules see of a rollback: its steps.
CREATE OR REPLACE VIEW rollback_step_states WITH (security_invoker = true) AS
SELECT t.id, t.organization_id, t.rollback_id, r.session_id, t.state FROM rollback_steps t JOIN rollbacks r ON r.id = t.rollback_id;
