-- Who is a member now: what other modules need of a user they know by id.
CREATE OR REPLACE VIEW members WITH (security_invoker = true) AS
SELECT id, organization_id FROM users;
