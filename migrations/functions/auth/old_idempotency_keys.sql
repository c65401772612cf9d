-- Keys that are old enough to be deleted, across organizations, by their hashes.
CREATE OR REPLACE FUNCTION old_idempotency_keys(age interval, at_most integer) RETURNS TABLE (scope text, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT k.scope, k.organization_id FROM public.idempotency_keys k WHERE created_at < now() - age ORDER BY created_at LIMIT at_most $$;
