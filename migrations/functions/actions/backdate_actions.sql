-- Moves the calls of a session of the sample data into the past.
CREATE OR REPLACE FUNCTION backdate_actions(organization uuid, session uuid, back interval) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hold_sample(organization);
  UPDATE actions a SET created_at = a.created_at - back, updated_at = a.updated_at - back, effect_at = a.effect_at - back
  WHERE a.organization_id = organization AND a.session_id = session;
END $$;
