CREATE OR REPLACE TRIGGER name_approvers AFTER INSERT OR UPDATE OF approvers ON policies
FOR EACH ROW WHEN (current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION name_approvers();
