-- Puts a call whose arguments an operator edits into the windows of the new ones. It waits, so it counts in none yet.
CREATE OR REPLACE FUNCTION replace_window_calls(org uuid, call uuid, windows json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM policy_window_calls c WHERE c.organization_id = org AND c.action_id = call;
  PERFORM keep_window_calls(json_build_array(json_build_object('org', org, 'action', call, 'counts', false, 'windows', windows)));
END $$;
