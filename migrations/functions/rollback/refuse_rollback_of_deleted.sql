-- Deletion holds the organization's row FOR UPDATE while it looks for rollbacks: one of the two always waits and sees the other.
CREATE OR REPLACE FUNCTION refuse_rollback_of_deleted() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM organizations o WHERE o.id = NEW.organization_id AND o.deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the organization is deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
