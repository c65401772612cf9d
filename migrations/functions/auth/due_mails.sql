-- Due work: identifiers only. Each release names the purposes that it can write a mail for: one of the release before does
-- not take a mail that it does not know.
CREATE OR REPLACE FUNCTION due_mails(at_most integer, known text[]) RETURNS TABLE (link_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, l.organization_id FROM public.mailed_links l WHERE due_at <= now() AND purpose = ANY (known) ORDER BY due_at LIMIT at_most $$;
