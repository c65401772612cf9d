CREATE OR REPLACE TRIGGER note_rollback_finished AFTER UPDATE OF status ON rollbacks FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.reverts IS NULL) EXECUTE FUNCTION note_rollback();
