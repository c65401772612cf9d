CREATE OR REPLACE TRIGGER count_intent AFTER INSERT OR UPDATE OF verdict, drift_score, connectors ON session_intents
  FOR EACH ROW EXECUTE FUNCTION count_intent();
