-- This view lists the sessions with deliveries that are still to be sent.
CREATE OR REPLACE VIEW owed_deliveries WITH (security_invoker = true) AS
SELECT d.organization_id, d.session_id FROM webhook_deliveries d WHERE d.status = 'PENDING';
