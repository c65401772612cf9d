-- The organizations that are not deleted: identifiers only. `after` is the last one that the caller has seen.
CREATE OR REPLACE FUNCTION open_organizations(after uuid, at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM public.organizations WHERE deleted_at IS NULL AND id > after ORDER BY id LIMIT at_most $$;
