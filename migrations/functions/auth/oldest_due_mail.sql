-- Says for how many seconds the oldest mail has been due; 0 when none is.
CREATE OR REPLACE FUNCTION oldest_due_mail() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(l.due_at)), 0)::float8 FROM public.mailed_links l WHERE l.due_at <= now() $$;
