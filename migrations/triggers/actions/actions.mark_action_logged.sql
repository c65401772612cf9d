CREATE OR REPLACE TRIGGER mark_action_logged BEFORE INSERT ON actions FOR EACH ROW
  WHEN (NEW.violation IS NOT NULL AND current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION mark_action();
