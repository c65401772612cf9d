-- Opens the work of calls that the service makes, in the transaction that logged them. What is blocked is made by no one.
CREATE OR REPLACE FUNCTION open_calls(items json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO performed_calls (organization_id, action_id, session_id, is_read, state)
  SELECT c.org, c.id, c.session, c.operation_type = 'READ', CASE c.status WHEN 'CLEARED' THEN 'queued' ELSE 'waiting' END
  FROM json_to_recordset(items) AS c(org uuid, id uuid, session uuid, operation_type text, status text);
END $$;
