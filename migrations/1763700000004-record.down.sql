DROP FUNCTION confirm_actions(uuid[], uuid[], json);
DROP FUNCTION record_actions(uuid[], uuid[], json);
DROP VIEW action_details;
