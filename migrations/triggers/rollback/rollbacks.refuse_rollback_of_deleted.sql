CREATE OR REPLACE TRIGGER refuse_rollback_of_deleted BEFORE INSERT ON rollbacks FOR EACH ROW
  WHEN (current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_rollback_of_deleted();
