-- Due work, calls to permit, approvals that expired and approvals that no longer count: identifiers only. Nothing is due in an organization that is being erased.
CREATE OR REPLACE FUNCTION due_approvals(at_most integer) RETURNS TABLE (approval_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT a.id, a.organization_id FROM (
        (SELECT id, organization_id, expires_at AS at FROM public.approvals WHERE status = 'PENDING' AND expires_at <= now()
          ORDER BY expires_at LIMIT at_most)
        UNION
        (SELECT id, organization_id, permits_at FROM public.approvals
          WHERE status = 'PENDING' AND permits_at IS NOT NULL AND permits_at <= now() ORDER BY permits_at LIMIT at_most)
        UNION
        (SELECT id, organization_id, usable_until FROM public.approvals WHERE usable_until IS NOT NULL AND usable_until <= now()
          ORDER BY usable_until LIMIT at_most)) a
      WHERE NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = a.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY a.at LIMIT at_most $$;
