-- Looks a mailed token up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION link_of_token(hash text, for_purpose text) RETURNS TABLE (link_id uuid, user_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, l.user_id, l.organization_id FROM public.mailed_links l
      WHERE token_hash = hash AND purpose = for_purpose AND expires_at > now() $$;
