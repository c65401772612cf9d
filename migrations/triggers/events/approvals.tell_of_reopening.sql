CREATE OR REPLACE TRIGGER tell_of_reopening AFTER UPDATE OF status ON approvals FOR EACH ROW
  WHEN (OLD.status <> 'PENDING' AND NEW.status = 'PENDING') EXECUTE FUNCTION tell_of_approval();
