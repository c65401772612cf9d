CREATE OR REPLACE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, became, times)
  SELECT NEW.organization_id, s.simulated, 'step', NEW.state, 1
  FROM rollbacks r JOIN sessions s ON s.id = r.session_id WHERE r.id = NEW.rollback_id;
  RETURN NULL;
END $$;
