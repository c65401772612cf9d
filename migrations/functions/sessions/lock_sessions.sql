-- A transaction that changes a session, its actions or its approvals holds the session's row first. Many are locked in one
-- order, so that no two transactions wait for each other.
CREATE OR REPLACE FUNCTION lock_sessions(ids uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  PERFORM 1 FROM sessions s WHERE s.id = ANY (ids) ORDER BY s.id FOR NO KEY UPDATE;
END $$;
