-- What sessions are found by: connectors of their calls, and names of what their calls act on.
CREATE OR REPLACE VIEW found_sessions WITH (security_invoker = true) AS
SELECT organization_id, kind, name, session_id FROM session_traits;
