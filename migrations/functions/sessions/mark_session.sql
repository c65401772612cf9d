-- It keeps the filters of the session list in the row itself: an index cannot cover counters that every action changes.
-- `dirty` as src/rollback/dirty/dirty.queries.ts says why, `display_status` as displayStatus() of src/sessions/session.ts.
CREATE OR REPLACE FUNCTION mark_session() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  -- Effects that are in the world still, whatever became of the calls of unknown outcome.
  remaining integer := NEW.success - NEW.reads + NEW.rollback_failed;
  -- A read has no effect, whatever became of it.
  unknown integer := NEW.unknown - NEW.unknown_reads;
BEGIN
  NEW.dirty := NEW.rollback_state = 'RUNNING' OR unknown > NEW.settled_unknown OR NEW.violations > 0 OR NEW.unconfirmed > 0
    OR NEW.rollback_failed > NEW.settled_rollback_failed
    OR (NEW.rollback_state = 'FINISHED' AND NOT NEW.simulated AND NEW.success > NEW.reads + NEW.settled_success);
  NEW.display_status := CASE
    WHEN NEW.rollback_state = 'RUNNING' THEN 'ROLLING_BACK'
    WHEN NEW.rollback_state = 'NONE' THEN CASE WHEN NEW.open_approvals > 0 THEN 'AWAITING_APPROVAL' ELSE NEW.status END
    WHEN NEW.simulated OR (remaining + unknown = 0 AND (NEW.possible_effects = 0 OR NEW.closed_by_rollback)) THEN 'REVERTED'
    WHEN remaining > 0 AND NEW.rolled_back = 0 AND NEW.late_effects = 0 AND NOT NEW.partly_restored THEN 'ROLLBACK_FAILED'
    ELSE 'PARTIALLY_REVERTED'
  END;
  RETURN NEW;
END $$;
