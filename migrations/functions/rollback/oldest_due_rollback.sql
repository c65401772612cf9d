-- Says for how many seconds the oldest of the due rollbacks has waited for a process, of any organization; 0 when none waits. A session of an
-- agent's rollback counts from when its turn came: the step before its own ended then.
CREATE OR REPLACE FUNCTION oldest_due_rollback() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(greatest(r.created_at, r.leased_until, (SELECT max(s.finished_at)
        FROM public.rollback_steps s WHERE s.organization_id = r.organization_id AND s.agent_rollback_id = r.agent_rollback_id)))), 0)::float8
      FROM public.due_rollbacks(NULL) d JOIN public.rollbacks r ON r.organization_id = d.organization_id AND r.id = d.rollback_id $$;
