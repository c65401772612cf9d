-- Says for how many seconds the oldest of the due mails has been due, also of one that only the next release knows; 0 when none is.
CREATE OR REPLACE FUNCTION oldest_due_mail() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - (SELECT l.due_at FROM public.mailed_links l WHERE l.due_at <= now()
        AND NOT EXISTS (SELECT FROM public.organizations o WHERE o.id = l.organization_id AND o.deleted_at IS NOT NULL)
        ORDER BY l.due_at LIMIT 1)), 0)::float8 $$;
