CREATE OR REPLACE TRIGGER count_intent AFTER INSERT OR UPDATE OF verdict, drift_score, connectors ON session_intents
  FOR EACH ROW WHEN (current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_intent();
