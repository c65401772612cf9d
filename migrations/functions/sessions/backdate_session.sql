-- Moves a session of the sample data into the past: its opening, before its first call, or after its calls all later times.
CREATE OR REPLACE FUNCTION backdate_session(organization uuid, session uuid, back interval, is_opening boolean) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hold_sample(organization);
  IF is_opening THEN
    UPDATE sessions s SET created_at = s.created_at - back WHERE s.organization_id = organization AND s.id = session;
  ELSE
    UPDATE sessions s SET updated_at = s.updated_at - back, last_activity_at = s.last_activity_at - back,
      completed_at = s.completed_at - back
    WHERE s.organization_id = organization AND s.id = session;
  END IF;
END $$;
