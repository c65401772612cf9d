-- Deletion looks for rollbacks while it holds the organization alone: one of the two always waits and sees the other.
CREATE OR REPLACE FUNCTION refuse_rollback_of_deleted() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT hold_open(NEW.organization_id) THEN
    RAISE EXCEPTION 'the organization is deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
