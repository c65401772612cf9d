-- An approval is given by a member, who stays one until it is committed.
CREATE OR REPLACE FUNCTION given_by_member() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT hold_member(NEW.organization_id, NEW.user_id) THEN
    RAISE EXCEPTION 'only a member gives an approval' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
