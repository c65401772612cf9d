ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE actions NO FORCE ROW LEVEL SECURITY;
UPDATE approvals SET decided_as = CASE decided_as WHEN 'REVOKED' THEN 'REJECTED' ELSE 'EXPIRED' END WHERE decided_as IN ('REVOKED', 'LAPSED');
UPDATE actions SET violation = 'unapproved' WHERE violation = 'lapsed';
ALTER TABLE actions FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
ALTER DOMAIN violation DROP CONSTRAINT violation_check;
ALTER DOMAIN violation ADD CONSTRAINT violation_check CHECK (VALUE IN
  ('blocked', 'unapproved', 'paused', 'after-completion', 'after-rollback', 'payload-mismatch', 'ungated'));
DROP INDEX approvals_unused;
DROP INDEX approvals_usable;
ALTER TABLE approvals DROP COLUMN edit_reason, DROP COLUMN usable_until, DROP COLUMN usable_ms,
  DROP CONSTRAINT approvals_decided_as_check,
  ADD CONSTRAINT approvals_decided_as_check CHECK (decided_as IN ('APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'));
ALTER TABLE policies DROP COLUMN approval_usable_seconds;
