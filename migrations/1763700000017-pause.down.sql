CREATE OR REPLACE FUNCTION due_rollbacks(at_most integer) RETURNS TABLE (rollback_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, r.organization_id FROM public.rollbacks r
      WHERE status = 'RUNNING' AND (leased_until IS NULL OR leased_until < now()) ORDER BY created_at LIMIT at_most $$;
DROP POLICY lookup ON rollback_steps;
ALTER TABLE rollback_steps DROP COLUMN agent_rollback_id;
ALTER TABLE rollbacks DROP COLUMN agent_rollback_id;
DROP TABLE agent_rollbacks;
DROP INDEX sessions_agent;
DROP TRIGGER note_effect_confirmed ON actions;
DROP TRIGGER note_effect_reported ON actions;
DROP FUNCTION note_effect();
ALTER TABLE actions DROP COLUMN effect_at;
DROP FUNCTION sessions_waiting_while_paused(integer);
DROP POLICY lookup ON agents;
DROP INDEX approvals_agent;
DROP INDEX agents_paused;
