-- Looks an address up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION user_of_email(address text) RETURNS TABLE (user_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT u.id, u.organization_id FROM public.users u WHERE lower(u.email) = lower(address) $$;
