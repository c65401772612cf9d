-- What other modules see of the evaluation of a session.
CREATE OR REPLACE VIEW session_verdicts WITH (security_invoker = true) AS
SELECT session_id, organization_id, verdict FROM session_intents;
