-- Other modules read the receivers of events through this view, without their secrets.
CREATE OR REPLACE VIEW receiver_states WITH (security_invoker = true) AS
SELECT w.id, w.organization_id, w.kind, w.description, w.enabled, w.disabled_reason, w.failing_since FROM webhooks w;
