CREATE OR REPLACE TRIGGER mark_settled_drift AFTER UPDATE OF settled_as ON actions FOR EACH ROW
  WHEN (OLD.settled_as IS NULL AND NEW.settled_as = 'undone') EXECUTE FUNCTION mark_intent('settlement');
