-- Keeps policies from being deleted until the transaction ends, and answers those that are there. Deletion takes the row: one of
-- the two always waits and sees the other.
CREATE OR REPLACE FUNCTION hold_policies_of(organizations uuid[], wanted uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql
AS $$
BEGIN
  RETURN QUERY SELECT p.id FROM policies p WHERE p.organization_id = ANY (organizations) AND p.id = ANY (wanted) ORDER BY p.id FOR KEY SHARE;
END $$;
