-- A call that is deleted while it waits leaves its windows, where it would stay forever. One that counts stays until it is old.
CREATE OR REPLACE FUNCTION leave_windows() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM policy_window_calls c WHERE c.organization_id = OLD.organization_id AND c.action_id = OLD.id AND c.waits;
  RETURN NULL;
END $$;
