-- The condition is what the marks are while no rollback was: the ledger's statements pass it without a call.
CREATE OR REPLACE TRIGGER mark_session BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW
  WHEN (NEW.rollback_state <> 'NONE'
    OR NEW.dirty <> (NEW.unknown > NEW.unknown_reads + NEW.settled_unknown OR NEW.violations > 0 OR NEW.unconfirmed > 0
      OR NEW.rollback_failed > NEW.settled_rollback_failed)
    OR NEW.display_status <> CASE WHEN NEW.open_approvals > 0 THEN 'AWAITING_APPROVAL' ELSE NEW.status END)
  EXECUTE FUNCTION mark_session();
