-- An organization that is not deleted keeps a member. Its row is held first, so that two who leave at once see each other.
CREATE OR REPLACE FUNCTION keep_last_member() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM organizations o WHERE o.id = OLD.organization_id AND o.deleted_at IS NULL FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM users u WHERE u.organization_id = OLD.organization_id AND u.id <> OLD.id) THEN
    RAISE EXCEPTION 'the last member stays' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
