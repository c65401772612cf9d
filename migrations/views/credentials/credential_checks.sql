-- Other modules read through this view if the last check of a credential reached its provider.
CREATE OR REPLACE VIEW credential_checks WITH (security_invoker = true) AS
SELECT organization_id, connector, last_checked_at, last_check_ok, last_check_detail FROM credentials;
