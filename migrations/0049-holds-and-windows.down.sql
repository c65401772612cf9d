DROP TABLE policy_window_changes;
DROP TABLE policy_window_calls;
DROP TABLE policy_windows;
DROP INDEX approvals_permitted;
ALTER TABLE approvals DROP COLUMN permits_at;
ALTER TABLE policies DROP COLUMN on_expiry, DROP COLUMN expires_after_seconds;
