-- Whoever changes a session, its actions or its approvals holds its row first; many are locked in one order.
CREATE OR REPLACE FUNCTION lock_sessions(ids uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  PERFORM 1 FROM sessions s WHERE s.id = ANY (ids) ORDER BY s.id FOR NO KEY UPDATE;
END $$;
