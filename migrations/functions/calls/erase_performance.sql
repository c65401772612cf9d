-- The notes of an erased call's attempts go with it.
CREATE OR REPLACE FUNCTION erase_performance() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE performed_calls SET noted = NULL WHERE organization_id = NEW.organization_id AND action_id = NEW.id;
  RETURN NULL;
END $$;
