-- Whose key is not yet wrapped by the newest root key; `after` is the last one that was looked at.
CALL allow_lookup('organization_keys');
CREATE FUNCTION organizations_behind(newest integer, after uuid, at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT organization_id FROM public.organization_keys
      WHERE root_key <> newest AND organization_id > after ORDER BY organization_id LIMIT at_most $$;
