CREATE OR REPLACE TRIGGER tell_of_block AFTER INSERT ON actions FOR EACH ROW
  WHEN (NEW.status = 'BLOCKED' AND current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION tell_of_block();
