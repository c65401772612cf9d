-- Mail may be sent to the members that this view lists.
CREATE OR REPLACE VIEW verified_members WITH (security_invoker = true) AS
SELECT id, organization_id, email FROM users WHERE email_verified_at IS NOT NULL;
