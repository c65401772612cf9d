-- This view lists the sessions of an agent's rollback, and says if any of them has steps left.
CREATE OR REPLACE VIEW agent_rollback_sessions WITH (security_invoker = true) AS
SELECT r.organization_id, r.session_id, EXISTS (
  SELECT FROM rollback_steps t WHERE t.organization_id = r.organization_id AND t.agent_rollback_id = r.agent_rollback_id
    AND t.state IN ('planned', 'attempting')) AS runs
FROM rollbacks r WHERE r.agent_rollback_id IS NOT NULL;
