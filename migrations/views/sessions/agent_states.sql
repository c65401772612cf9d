-- Other modules read agents through this view.
CREATE OR REPLACE VIEW agent_states WITH (security_invoker = true) AS
SELECT organization_id, slug, display_name, status FROM agents;
