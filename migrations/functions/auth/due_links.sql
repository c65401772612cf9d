-- Due work: identifiers only.
CREATE OR REPLACE FUNCTION due_links(at_most integer) RETURNS TABLE (link_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, l.organization_id FROM public.mailed_links l WHERE due_at <= now() ORDER BY due_at LIMIT at_most $$;
