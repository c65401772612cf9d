-- Adds to the counters of what a person settled. The session's row is locked: the caller changes one of its actions.
CREATE OR REPLACE FUNCTION count_session_settlements(organization uuid, of_session uuid, more_success integer,
  more_rollback_failed integer, more_unknown integer, more_failed integer)
RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  UPDATE sessions s SET settled_success = s.settled_success + more_success,
    settled_rollback_failed = s.settled_rollback_failed + more_rollback_failed,
    settled_unknown = s.settled_unknown + more_unknown, settled_failed = s.settled_failed + more_failed
  WHERE s.organization_id = organization AND s.id = of_session;
END $$;
