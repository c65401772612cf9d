-- Adds to what makes a session dirty. Its row is locked: the caller changes one of its actions.
CREATE OR REPLACE FUNCTION count_session_marks(organization uuid, of_session uuid, more_violations integer, more_unconfirmed integer)
RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  UPDATE sessions s SET violations = s.violations + more_violations, unconfirmed = s.unconfirmed + more_unconfirmed
  WHERE s.organization_id = organization AND s.id = of_session;
END $$;
