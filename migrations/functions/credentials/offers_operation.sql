-- Tells whether an organization's credential offers an operation to agents. The operation's first segment is its connector.
CREATE OR REPLACE FUNCTION offers_operation(organization uuid, of_api_name text) RETURNS boolean LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM credentials c, unnest(c.agent_operations) AS pattern
    WHERE c.organization_id = organization AND c.connector = split_part(of_api_name, '.', 1) AND matches_pattern(of_api_name, pattern));
END $$;
