CREATE OR REPLACE TRIGGER mark_rollback AFTER INSERT ON rollbacks FOR EACH ROW
  WHEN (NOT NEW.needs_proof AND NEW.reverts IS NULL AND current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION mark_intent('rollback');
