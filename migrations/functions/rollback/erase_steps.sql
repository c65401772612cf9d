-- Reports of rollbacks show no value of an erased call, and a revert has nothing to restore of it.
CREATE OR REPLACE FUNCTION erase_steps() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE rollback_steps SET items = NULL, traces = NULL, replaced = NULL, detail = 'The call was erased.'
  WHERE organization_id = NEW.organization_id AND action_id = NEW.id;
  RETURN NULL;
END $$;
