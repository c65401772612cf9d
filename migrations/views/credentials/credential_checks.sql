-- What other modules see of a credential: whether its connector was reached when it was last checked.
CREATE OR REPLACE VIEW credential_checks WITH (security_invoker = true) AS
SELECT organization_id, connector, last_checked_at, last_check_ok, last_check_detail FROM credentials;
