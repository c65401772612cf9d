-- It answers in one round trip the epoch with which a cached view of an organization is compared, and null if there is none.
CREATE OR REPLACE FUNCTION read_epoch(organization uuid) RETURNS bigint LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('app.organizations', '{' || organization || '}', true);
  RETURN (SELECT epoch FROM organizations WHERE id = organization);
END $$;
