CREATE OR REPLACE TRIGGER tell_of_rollback AFTER UPDATE OF status ON rollbacks FOR EACH ROW
  WHEN (OLD.status <> 'FINISHED' AND NEW.status = 'FINISHED') EXECUTE FUNCTION tell_of_rollback();
