-- Looks a provider's subject up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION user_of_identity(at_provider text, known_as text) RETURNS TABLE (user_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT i.user_id, i.organization_id FROM public.identities i WHERE provider = at_provider AND subject = known_as $$;
