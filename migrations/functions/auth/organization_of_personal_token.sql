-- Looks a personal token up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION organization_of_personal_token(token uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT organization_id FROM public.personal_tokens WHERE id = token $$;
