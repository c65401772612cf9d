CREATE OR REPLACE TRIGGER follow_action AFTER UPDATE OF status ON actions FOR EACH ROW
  WHEN (NEW.performed AND OLD.status <> NEW.status) EXECUTE FUNCTION follow_action();
