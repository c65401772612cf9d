-- Looks a key up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION organization_of_api_key(key_id uuid) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RETURN (SELECT organization_id FROM public.api_keys WHERE id = key_id);
END $$;
