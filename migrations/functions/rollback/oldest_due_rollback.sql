-- Says for how many seconds the oldest rollback has waited for a process, of any organization; 0 when none waits.
CREATE OR REPLACE FUNCTION oldest_due_rollback() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(greatest(r.created_at, r.leased_until))), 0)::float8 FROM public.rollbacks r
      WHERE r.status = 'RUNNING' AND (r.leased_until IS NULL OR r.leased_until < now()) $$;
