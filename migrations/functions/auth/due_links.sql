-- It does what due_mails does, for processes of the release before, which know no invitation.
CREATE OR REPLACE FUNCTION due_links(at_most integer) RETURNS TABLE (link_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT m.link_id, m.organization_id FROM public.due_mails(at_most, '{reset-password,verify-email}') m $$;
