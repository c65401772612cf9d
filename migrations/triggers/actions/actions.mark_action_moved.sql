-- PostgreSQL compiles the condition for each statement: it is short, and passes the usual confirmation.
CREATE OR REPLACE TRIGGER mark_action_moved BEFORE UPDATE OF status, violation, settled_as, begun_at ON actions FOR EACH ROW
  WHEN (num_nonnulls(OLD.violation, NEW.violation, OLD.settled_as, NEW.settled_as, NEW.begun_at) > 0
    OR OLD.unconfirmed OR OLD.status = 'PENDING_APPROVAL')
  EXECUTE FUNCTION mark_action();
