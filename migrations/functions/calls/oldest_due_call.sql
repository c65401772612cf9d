-- Says for how many seconds the oldest performed call has waited for a process, of any organization; 0 when none waits. A call whose
-- approval took long counts from the decision.
CREATE OR REPLACE FUNCTION oldest_due_call() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(greatest(c.created_at, c.leased_until, p.decided_at))), 0)::float8
      FROM public.performed_calls c LEFT JOIN public.approval_states p
        ON p.organization_id = c.organization_id AND p.action_id = c.action_id
      WHERE c.state IN ('queued', 'running') AND (c.leased_until IS NULL OR c.leased_until < now()) $$;
