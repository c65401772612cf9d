-- Says for how many seconds the time of the oldest pending approval has been over, or of the oldest held call; 0 when none is over.
CREATE OR REPLACE FUNCTION oldest_due_approval() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(a.at)), 0)::float8 FROM (
        SELECT min(expires_at) AS at FROM public.approvals WHERE status = 'PENDING' AND expires_at <= now()
        UNION ALL
        SELECT min(permits_at) FROM public.approvals WHERE status = 'PENDING' AND permits_at <= now()) a $$;
