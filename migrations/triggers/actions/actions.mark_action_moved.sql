CREATE OR REPLACE TRIGGER mark_action_moved BEFORE UPDATE OF status, violation, settled_as ON actions FOR EACH ROW
  WHEN ((OLD.violation IS NULL) <> (NEW.violation IS NULL) OR (OLD.settled_as IS NULL) <> (NEW.settled_as IS NULL)
    OR (OLD.unconfirmed OR OLD.status = 'PENDING_APPROVAL') AND OLD.status <> NEW.status)
  EXECUTE FUNCTION mark_action();
