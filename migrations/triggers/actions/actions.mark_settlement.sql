CREATE OR REPLACE TRIGGER mark_settlement BEFORE UPDATE OF status, settled_as ON actions FOR EACH ROW
  WHEN (NEW.settled_as IS NOT NULL) EXECUTE FUNCTION mark_settlement();
