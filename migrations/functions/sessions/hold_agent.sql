-- The status of an agent, which no other transaction changes until this one ends. Null for an agent that is not known.
CREATE OR REPLACE FUNCTION hold_agent(organization uuid, of_slug text) RETURNS text LANGUAGE plpgsql
AS $$
DECLARE
  found text;
BEGIN
  SELECT a.status INTO found FROM agents a WHERE a.organization_id = organization AND a.slug = of_slug FOR SHARE;
  RETURN found;
END $$;
