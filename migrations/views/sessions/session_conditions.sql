-- What other modules decide on, and where a session's numbering stands.
CREATE OR REPLACE VIEW session_conditions WITH (security_invoker = true) AS
SELECT s.id, s.organization_id, s.agent_slug, s.simulated, s.status, is_rolled(s) AS is_rolled, s.last_sequence, s.last_effect_sequence
FROM sessions s;
