-- Filters find sessions by the connectors of their calls, and by the names of the tables and resources that the calls change.
CREATE OR REPLACE VIEW found_sessions WITH (security_invoker = true) AS
SELECT organization_id, kind, name, session_id FROM session_traits;
