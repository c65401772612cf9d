-- Only a member votes, and stays one until the vote is committed.
CREATE OR REPLACE FUNCTION vote_of_member() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT hold_member(NEW.organization_id, NEW.user_id) THEN
    RAISE EXCEPTION 'only a member approves' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
