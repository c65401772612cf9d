-- Keeps an organization from being deleted until the transaction ends. False: it is deleted already.
-- Deletion holds the row FOR UPDATE: one of the two always waits and sees the other.
CREATE OR REPLACE FUNCTION hold_open(organization uuid) RETURNS boolean LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM organizations o WHERE o.id = organization AND o.deleted_at IS NULL FOR KEY SHARE;
  RETURN FOUND;
END $$;
