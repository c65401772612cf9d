-- Moves a session of the sample data into the past.
CREATE OR REPLACE FUNCTION backdate_session(organization uuid, session uuid, back interval) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hold_sample(organization);
  UPDATE sessions s SET created_at = s.created_at - back, updated_at = s.updated_at - back,
    last_activity_at = s.last_activity_at - back, completed_at = s.completed_at - back
  WHERE s.organization_id = organization AND s.id = session;
END $$;
