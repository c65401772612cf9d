-- What receivers have still to be told, by session.
CREATE OR REPLACE VIEW owed_deliveries WITH (security_invoker = true) AS
SELECT d.organization_id, d.session_id FROM webhook_deliveries d WHERE d.status = 'PENDING';
