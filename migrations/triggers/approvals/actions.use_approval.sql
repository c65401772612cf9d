CREATE OR REPLACE TRIGGER use_approval AFTER UPDATE OF status, begun_at ON actions FOR EACH ROW
  WHEN (OLD.unconfirmed OR OLD.policy_decision = 'REQUIRE_APPROVAL') EXECUTE FUNCTION use_approval();
