-- An approval that was given counts for a while only, and an operator can take it back before its call begins.
ALTER TABLE policies ADD COLUMN approval_usable_seconds integer
  CONSTRAINT policies_approval_usable_seconds_check CHECK (approval_usable_seconds BETWEEN 10 AND 2678400);

-- `usable_ms`: how long an approval counts once it is given. `usable_until` is null unless it is given and its call has not begun.
ALTER TABLE approvals ADD COLUMN usable_ms bigint, ADD COLUMN usable_until timestamptz(3), ADD COLUMN edit_reason text,
  DROP CONSTRAINT approvals_decided_as_check,
  ADD CONSTRAINT approvals_decided_as_check CHECK (decided_as IN ('APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVOKED', 'LAPSED'));
CREATE INDEX approvals_usable ON approvals (usable_until) WHERE usable_until IS NOT NULL;
CREATE INDEX approvals_unused ON approvals (organization_id, id) WHERE usable_until IS NOT NULL;

ALTER DOMAIN violation DROP CONSTRAINT violation_check;
ALTER DOMAIN violation ADD CONSTRAINT violation_check CHECK (VALUE IN
  ('blocked', 'unapproved', 'paused', 'after-completion', 'after-rollback', 'payload-mismatch', 'ungated', 'lapsed'));

-- Calls that were approved before and have no outcome yet keep their approval for its own life, from now on.
ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE actions NO FORCE ROW LEVEL SECURITY;
UPDATE approvals p SET usable_until = now() + (p.expires_at - p.created_at)
FROM actions a
WHERE a.organization_id = p.organization_id AND a.id = p.action_id AND p.status = 'APPROVED' AND a.status = 'CLEARED';
ALTER TABLE actions FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
