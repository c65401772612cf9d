CREATE OR REPLACE TRIGGER tell_of_decision AFTER UPDATE OF status ON approvals FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status <> 'PENDING') EXECUTE FUNCTION tell_of_approval();
