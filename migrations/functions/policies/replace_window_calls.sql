-- Puts a call whose arguments an operator edits into the windows of the new ones. It waits, so it counts in none yet.
CREATE OR REPLACE FUNCTION replace_window_calls(org uuid, call uuid, windows json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM policy_window_calls c WHERE c.organization_id = org AND c.action_id = call;
  PERFORM keep_window_calls((
    SELECT json_agg(json_build_object('org', org, 'action', call, 'counts', false, 'id', w.value ->> 'id', 'amount', w.value ->> 'amount',
      'seconds', w.value -> 'seconds', 'operator', w.value ->> 'operator', 'value', w.value -> 'value', 'blocks', w.value -> 'blocks'))
    FROM json_array_elements(windows) AS w)) WHERE json_array_length(windows) > 0;
END $$;
