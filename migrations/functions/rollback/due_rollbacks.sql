-- Due work: identifiers only. Of an agent's rollback only the session with the newest open step is due: that keeps the
-- order over all of the agent's sessions. Organizations take turns, so that one with many leaves the others theirs.
CREATE OR REPLACE FUNCTION due_rollbacks(at_most integer) RETURNS TABLE (rollback_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, r.organization_id FROM public.rollbacks r
      WHERE status = 'RUNNING' AND (leased_until IS NULL OR leased_until < now())
        AND (agent_rollback_id IS NULL
          OR r.id = (SELECT s.rollback_id FROM public.rollback_steps s WHERE s.agent_rollback_id = r.agent_rollback_id
                       AND s.state IN ('planned', 'attempting') ORDER BY s.position LIMIT 1)
          OR NOT EXISTS (SELECT FROM public.rollback_steps s WHERE s.rollback_id = r.id AND s.state IN ('planned', 'attempting')))
      ORDER BY row_number() OVER (PARTITION BY r.organization_id ORDER BY created_at), created_at LIMIT at_most $$;
