CREATE OR REPLACE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, became, times)
  SELECT NEW.organization_id, s.simulated, 'step', NEW.state, 1
  FROM rollback_step_states t JOIN session_states s ON s.id = t.session_id WHERE t.id = NEW.id;
  RETURN NULL;
END $$;
