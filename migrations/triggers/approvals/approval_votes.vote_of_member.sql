CREATE OR REPLACE TRIGGER vote_of_member AFTER INSERT ON approval_votes FOR EACH ROW
  WHEN (current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION vote_of_member();
