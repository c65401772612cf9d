CREATE OR REPLACE TRIGGER mark_settlement_inserted BEFORE INSERT ON actions FOR EACH ROW
  WHEN (NEW.settled_as IS NOT NULL) EXECUTE FUNCTION mark_settlement();
