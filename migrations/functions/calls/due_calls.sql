-- Due work: identifiers only, and nothing of an organization that is being erased. Organizations take turns, and those in `busy` have their share. The writes of one session are
-- made one after another, so that their effects are confirmed in the order in which they happened. While a rollback of a session runs,
-- no call begins in it; the session's row is read by its key for each call, because no index finds the few such sessions.
CREATE OR REPLACE FUNCTION due_calls(at_most integer, busy uuid[]) RETURNS TABLE (action_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT c.action_id, c.organization_id FROM public.performed_calls c
      WHERE c.state IN ('queued', 'running') AND (c.leased_until IS NULL OR c.leased_until < now())
        AND c.organization_id <> ALL (busy)
        AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = c.organization_id AND o.deleted_at IS NOT NULL)
        AND (c.state = 'running' OR (SELECT s.rollback_state FROM public.session_states s
          WHERE s.organization_id = c.organization_id AND s.id = c.session_id) <> 'RUNNING')
        AND (c.is_read OR NOT EXISTS (SELECT FROM public.performed_calls e
          WHERE e.session_id = c.session_id AND e.state IN ('queued', 'running') AND NOT e.is_read
            AND (e.state = 'queued', e.created_at, e.action_id) < (c.state = 'queued', c.created_at, c.action_id)))
      ORDER BY row_number() OVER (PARTITION BY c.organization_id ORDER BY c.created_at, c.action_id), c.created_at LIMIT at_most $$;
