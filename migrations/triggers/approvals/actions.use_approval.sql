CREATE OR REPLACE TRIGGER use_approval AFTER UPDATE OF status, begun_at ON actions FOR EACH ROW
  WHEN (OLD.status = 'CLEARED' AND (NEW.status <> 'CLEARED' OR OLD.begun_at IS DISTINCT FROM NEW.begun_at) AND (OLD.unconfirmed OR OLD.policy_decision = 'REQUIRE_APPROVAL'))
  EXECUTE FUNCTION use_approval();
