-- This view lists performed calls without an outcome, also those that wait for an approval.
CREATE OR REPLACE VIEW unfinished_calls WITH (security_invoker = true) AS
SELECT organization_id, session_id, action_id, state FROM performed_calls WHERE state <> 'done';
