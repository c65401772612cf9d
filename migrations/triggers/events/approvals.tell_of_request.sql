CREATE OR REPLACE TRIGGER tell_of_request AFTER INSERT ON approvals FOR EACH ROW
  WHEN (current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION tell_of_approval();
