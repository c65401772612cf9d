-- Deliveries that are old enough to be deleted, across organizations: identifiers only.
CREATE OR REPLACE FUNCTION old_deliveries(age interval, at_most integer) RETURNS TABLE (delivery_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, d.organization_id FROM public.webhook_deliveries d WHERE created_at < now() - age ORDER BY created_at LIMIT at_most $$;
