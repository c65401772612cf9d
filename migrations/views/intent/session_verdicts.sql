-- Other modules read the verdict on a session through this view.
CREATE OR REPLACE VIEW session_verdicts WITH (security_invoker = true) AS
SELECT session_id, organization_id, verdict FROM session_intents;
