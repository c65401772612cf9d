-- Whether a cached view of an organization is still true, in one round trip. Null: there is no such organization.
CREATE OR REPLACE FUNCTION read_epoch(organization uuid) RETURNS bigint LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('app.organizations', '{' || organization || '}', true);
  RETURN (SELECT epoch FROM organizations WHERE id = organization);
END $$;
