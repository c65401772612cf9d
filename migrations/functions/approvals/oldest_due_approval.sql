-- Says for how many seconds the first of the due approvals has been due; 0 when none is.
CREATE OR REPLACE FUNCTION oldest_due_approval() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(CASE p.status WHEN 'PENDING' THEN least(p.expires_at, p.permits_at)
        ELSE p.usable_until END)), 0)::float8
      FROM public.due_approvals(1) d JOIN public.approvals p ON p.organization_id = d.organization_id AND p.id = d.approval_id $$;
