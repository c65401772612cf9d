-- Other modules read the kinds of audited changes through this view, without actors and times.
CREATE OR REPLACE VIEW audited_actions WITH (security_invoker = true) AS
SELECT organization_id, action FROM audit_entries;
