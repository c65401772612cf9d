-- Due work, calls to permit, approvals that expired and approvals that no longer count: identifiers only. Nothing is due in an organization
-- that is held or being erased. Each part leaves its rows out before it counts, so that they fill no look-up.
CREATE OR REPLACE FUNCTION due_approvals(at_most integer) RETURNS TABLE (approval_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT a.id, a.organization_id FROM (
        (SELECT p.id, p.organization_id, p.expires_at AS at FROM public.approvals p
          WHERE p.status = 'PENDING' AND p.expires_at <= now()
            AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = p.organization_id AND o.deleted_at IS NOT NULL)
          ORDER BY p.expires_at LIMIT at_most)
        UNION
        (SELECT p.id, p.organization_id, p.permits_at FROM public.approvals p
          WHERE p.status = 'PENDING' AND p.permits_at IS NOT NULL AND p.permits_at <= now()
            AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = p.organization_id AND o.deleted_at IS NOT NULL)
          ORDER BY p.permits_at LIMIT at_most)
        UNION
        (SELECT p.id, p.organization_id, p.usable_until FROM public.approvals p
          WHERE p.usable_until IS NOT NULL AND p.usable_until <= now()
            AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = p.organization_id AND o.deleted_at IS NOT NULL)
          ORDER BY p.usable_until LIMIT at_most)) a
      ORDER BY a.at LIMIT at_most $$;
