-- Organizations whose key is not yet wrapped by the newest root key: identifiers only. `after` is the last one that the
-- caller has seen.
CREATE OR REPLACE FUNCTION organizations_behind(newest integer, after uuid, at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT organization_id FROM public.organization_keys
      WHERE root_key <> newest AND organization_id > after ORDER BY organization_id LIMIT at_most $$;
