-- The sealed values of an organization's credential, with the key that opens them, in one round trip. The transaction speaks for
-- the organization from here on.
CREATE OR REPLACE FUNCTION sealed_credential(organization uuid, of_connector text)
RETURNS TABLE (id uuid, version integer, wrapped_key bytea, sealed_values bytea, root_key integer, organization_key bytea)
LANGUAGE plpgsql
AS $$
DECLARE
  spoken_for text;
BEGIN
  spoken_for := set_config('app.organizations', ARRAY[organization]::text, true);
  RETURN QUERY SELECT c.id, c.version, c.wrapped_key, c.sealed_values, k.root_key, k.wrapped_key
    FROM credentials c LEFT JOIN organization_keys k ON k.organization_id = c.organization_id
    WHERE c.organization_id = organization AND c.connector = of_connector;
END $$;
