-- It answers the calls that have an outcome, wait for an approval, or no longer exist.
CREATE OR REPLACE FUNCTION settled_calls(organizations uuid[], calls uuid[]) RETURNS TABLE (organization uuid, call uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT w.organization, w.call FROM unnest(organizations, calls) AS w (organization, call)
      LEFT JOIN public.performed_calls c ON c.organization_id = w.organization AND c.action_id = w.call
      WHERE c.state IS NULL OR c.state IN ('waiting', 'done') $$;
