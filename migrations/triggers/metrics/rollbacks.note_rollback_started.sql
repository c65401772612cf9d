CREATE OR REPLACE TRIGGER note_rollback_started AFTER INSERT ON rollbacks FOR EACH ROW
  WHEN (NEW.reverts IS NULL AND current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION note_rollback();
