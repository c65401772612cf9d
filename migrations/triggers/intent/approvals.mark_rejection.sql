CREATE OR REPLACE TRIGGER mark_rejection AFTER UPDATE OF status ON approvals FOR EACH ROW
  WHEN (OLD.status = 'PENDING' AND NEW.decided_as = 'REJECTED' AND NEW.decided_by IS NOT NULL) EXECUTE FUNCTION mark_intent('rejection');
