-- Performed calls without an outcome, those that wait for a person included.
CREATE OR REPLACE VIEW unfinished_calls WITH (security_invoker = true) AS
SELECT organization_id, session_id, action_id, state FROM performed_calls WHERE state <> 'done';
