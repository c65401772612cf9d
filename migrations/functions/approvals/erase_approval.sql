-- The approval of an erased call says nothing of its arguments any more.
CREATE OR REPLACE FUNCTION erase_approval() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE approvals SET payload_summary = '', summary = NULL WHERE organization_id = NEW.organization_id AND action_id = NEW.id;
  RETURN NULL;
END $$;
