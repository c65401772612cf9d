CREATE OR REPLACE TRIGGER use_approval AFTER UPDATE OF status ON actions FOR EACH ROW
  WHEN (OLD.status = 'CLEARED' AND NEW.status <> 'CLEARED' AND (OLD.unconfirmed OR OLD.policy_decision = 'REQUIRE_APPROVAL'))
  EXECUTE FUNCTION use_approval();
