-- Due work: identifiers only. A mail of an organization that is held waits for the end. Each release names the purposes that it can
-- write a mail for: one of the release before does not take a mail that it does not know.
CREATE OR REPLACE FUNCTION due_mails(at_most integer, known text[]) RETURNS TABLE (link_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT l.id, l.organization_id FROM public.mailed_links l WHERE l.due_at <= now() AND l.purpose = ANY (known)
      AND NOT EXISTS (SELECT FROM public.organizations o WHERE o.id = l.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY l.due_at LIMIT at_most $$;
