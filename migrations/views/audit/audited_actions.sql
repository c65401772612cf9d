-- What was done in an organization, without who and when.
CREATE OR REPLACE VIEW audited_actions WITH (security_invoker = true) AS
SELECT organization_id, action FROM audit_entries;
