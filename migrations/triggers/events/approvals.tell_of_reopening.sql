-- Receivers that heard of a hold hear when it ends and an operator has to decide. An operator who edits the call knows it.
CREATE OR REPLACE TRIGGER tell_of_reopening AFTER UPDATE OF status, permits_at ON approvals FOR EACH ROW
  WHEN (NEW.status = 'PENDING' AND (OLD.status <> 'PENDING'
    OR (OLD.permits_at IS NOT NULL AND NEW.permits_at IS NULL AND NEW.payload_hash = OLD.payload_hash)))
  EXECUTE FUNCTION tell_of_approval();
