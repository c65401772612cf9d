-- A policy says how long its approvals wait, and what becomes of a call that no operator decides on by then.
ALTER TABLE policies ADD COLUMN expires_after_seconds integer
  CONSTRAINT policies_expires_after_seconds_check CHECK (expires_after_seconds BETWEEN 10 AND 2678400);
ALTER TABLE policies ADD COLUMN on_expiry text NOT NULL DEFAULT 'reject'
  CONSTRAINT policies_on_expiry_check CHECK (on_expiry IN ('reject', 'approve'));

-- A call with this time is permitted then, unless an operator stops it before.
ALTER TABLE approvals ADD COLUMN permits_at timestamptz(3);
CREATE INDEX approvals_permitted ON approvals (permits_at) WHERE status = 'PENDING' AND permits_at IS NOT NULL;
