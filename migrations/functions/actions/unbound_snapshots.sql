-- Snapshots that no action took in time, across organizations: identifiers only. Nothing is due in an organization that is
-- being erased.
CREATE OR REPLACE FUNCTION unbound_snapshots(age interval, at_most integer) RETURNS TABLE (snapshot_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, n.organization_id FROM public.snapshots n WHERE action_id IS NULL AND captured_at < now() - age
      AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = n.organization_id AND o.deleted_at IS NOT NULL)
      LIMIT at_most $$;
