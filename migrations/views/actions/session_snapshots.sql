-- This view lists the snapshots of a session, also those that no action has taken.
CREATE OR REPLACE VIEW session_snapshots WITH (security_invoker = true) AS
SELECT id, organization_id, session_id FROM snapshots;
