-- Due work: identifiers only. Nothing is due in an organization that is being erased.
CREATE OR REPLACE FUNCTION due_approvals(at_most integer) RETURNS TABLE (approval_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, a.organization_id FROM public.approvals a WHERE status = 'PENDING' AND expires_at <= now()
      AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = a.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY expires_at LIMIT at_most $$;
