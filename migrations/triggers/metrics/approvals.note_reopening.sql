CREATE OR REPLACE TRIGGER note_reopening AFTER UPDATE OF status ON approvals FOR EACH ROW
  WHEN (OLD.status <> 'PENDING' AND NEW.status = 'PENDING') EXECUTE FUNCTION note_reopening();
