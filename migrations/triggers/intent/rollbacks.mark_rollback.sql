CREATE OR REPLACE TRIGGER mark_rollback AFTER INSERT ON rollbacks FOR EACH ROW
  WHEN (NOT NEW.needs_proof AND NEW.reverts IS NULL) EXECUTE FUNCTION mark_intent('rollback');
