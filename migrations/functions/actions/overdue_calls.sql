-- Calls that began and got no outcome in time, across organizations: identifiers only. Nothing is due in an organization that is
-- being erased.
CREATE OR REPLACE FUNCTION overdue_calls(age interval, at_most integer) RETURNS TABLE (action_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT a.id, a.organization_id FROM public.actions a
      WHERE a.running_since < now() - age
      AND NOT EXISTS (SELECT FROM public.session_states s WHERE s.id = a.session_id AND s.rolled)
      AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = a.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY a.running_since LIMIT at_most $$;
