CREATE OR REPLACE TRIGGER mark_rollback AFTER INSERT ON rollbacks FOR EACH ROW
  WHEN (NOT NEW.needs_proof) EXECUTE FUNCTION mark_intent('rollback');
