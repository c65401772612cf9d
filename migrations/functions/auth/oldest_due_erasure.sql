-- Says for how many seconds the organization that was deleted first has waited for its erasure; 0 when none waits.
CREATE OR REPLACE FUNCTION oldest_due_erasure() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(o.deleted_at)), 0)::float8 FROM public.organizations o WHERE isfinite(o.deleted_at) $$;
