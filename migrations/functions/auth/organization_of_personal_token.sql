-- Looks a personal token up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION organization_of_personal_token(token uuid) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RETURN (SELECT organization_id FROM public.personal_tokens WHERE id = token);
END $$;
