CREATE OR REPLACE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, became, times)
  SELECT NEW.organization_id, s.simulated, 'step', NEW.state, 1
  FROM rollback_step_states t JOIN session_states s ON s.organization_id = t.organization_id AND s.id = t.session_id
  WHERE t.organization_id = NEW.organization_id AND t.id = NEW.id;
  RETURN NULL;
END $$;
