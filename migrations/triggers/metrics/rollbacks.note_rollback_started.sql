CREATE OR REPLACE TRIGGER note_rollback_started AFTER INSERT ON rollbacks FOR EACH ROW
  WHEN (NEW.reverts IS NULL) EXECUTE FUNCTION note_rollback();
