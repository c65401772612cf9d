-- Filters find sessions by one label.
CREATE OR REPLACE VIEW labelled_sessions WITH (security_invoker = true) AS
SELECT organization_id, name, value, session_id FROM session_labels;
