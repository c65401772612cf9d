DROP INDEX approvals_permitted;
ALTER TABLE approvals DROP COLUMN permits_at;
ALTER TABLE policies DROP COLUMN on_expiry, DROP COLUMN expires_after_seconds;
