CREATE OR REPLACE FUNCTION note_rollback() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, was, became, times)
  SELECT NEW.organization_id, s.simulated, 'rollback', CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, NEW.status, 1
  FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id;
  RETURN NULL;
END $$;
