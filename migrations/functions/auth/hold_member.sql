-- Keeps a user a member until the transaction ends. False: they are one no more. Removal deletes the row: one of the two
-- always waits and sees the other.
CREATE OR REPLACE FUNCTION hold_member(organization uuid, member uuid) RETURNS boolean LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM users u WHERE u.organization_id = organization AND u.id = member FOR KEY SHARE;
  RETURN FOUND;
END $$;
