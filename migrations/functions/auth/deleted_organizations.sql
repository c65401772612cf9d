-- Due work: identifiers only. Three seconds after its deletion no process takes an organization for a living one.
CREATE OR REPLACE FUNCTION deleted_organizations(at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM public.organizations WHERE deleted_at < now() - interval '3 seconds' ORDER BY deleted_at LIMIT at_most $$;
