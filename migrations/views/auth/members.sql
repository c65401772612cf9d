-- Other modules check through this view that a user is a member now.
CREATE OR REPLACE VIEW members WITH (security_invoker = true) AS
SELECT id, organization_id FROM users;
