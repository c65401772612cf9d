-- An approval whose call met another state than was approved waits again.
CREATE OR REPLACE FUNCTION note_reopening() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, at, simulated, subject, was, became, times)
  SELECT NEW.organization_id, now(), s.simulated, 'approval', OLD.decided_as, 'PENDING', 1
  FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id;
  RETURN NULL;
END $$;
