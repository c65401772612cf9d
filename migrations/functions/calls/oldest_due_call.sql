-- Says for how many seconds the oldest of the due calls has waited for a process, of any organization; 0 when none waits. A call whose
-- approval took long counts from the decision, and a write from when the write before it ended.
CREATE OR REPLACE FUNCTION oldest_due_call() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(greatest(c.created_at, c.leased_until, p.decided_at, e.ended_at))), 0)::float8
      FROM public.due_calls(NULL, '{}') d
      JOIN public.performed_calls c ON c.organization_id = d.organization_id AND c.action_id = d.action_id
      LEFT JOIN public.approval_states p ON p.organization_id = c.organization_id AND p.action_id = c.action_id
      LEFT JOIN LATERAL (SELECT max(w.finished_at) AS ended_at FROM public.performed_calls w
        WHERE w.organization_id = c.organization_id AND w.session_id = c.session_id AND NOT w.is_read) e ON NOT c.is_read $$;
