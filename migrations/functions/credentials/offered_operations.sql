-- The patterns of the operations that agents may have performed with an organization's credential, in one round trip. Null where
-- none is stored. The transaction speaks for the organization from here on.
CREATE OR REPLACE FUNCTION offered_operations(organization uuid, of_connector text) RETURNS text[] LANGUAGE plpgsql
AS $$
DECLARE
  spoken_for text;
BEGIN
  spoken_for := set_config('app.organizations', ARRAY[organization]::text, true);
  RETURN (SELECT c.agent_operations FROM credentials c WHERE c.organization_id = organization AND c.connector = of_connector);
END $$;
