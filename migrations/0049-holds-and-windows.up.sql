-- A policy says how long its approvals wait, and what becomes of a call that no operator decides on by then.
ALTER TABLE policies ADD COLUMN expires_after_seconds integer
  CONSTRAINT policies_expires_after_seconds_check CHECK (expires_after_seconds BETWEEN 10 AND 2678400);
ALTER TABLE policies ADD COLUMN on_expiry text NOT NULL DEFAULT 'reject'
  CONSTRAINT policies_on_expiry_check CHECK (on_expiry IN ('reject', 'approve'));

-- A call with this time is permitted then, unless an operator stops it before.
ALTER TABLE approvals ADD COLUMN permits_at timestamptz(3);
CREATE INDEX approvals_permitted ON approvals (permits_at) WHERE status = 'PENDING' AND permits_at IS NOT NULL;

-- The windows of policies: how much the calls of one key come to, and each call that is in one. `at` and the seconds of the
-- window say how long a call stays in it.
CREATE TABLE policy_windows (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  total numeric NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 50);
CALL isolate('policy_windows');

CREATE TABLE policy_window_calls (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  window_id uuid NOT NULL,
  action_id uuid NOT NULL,
  -- When it was permitted; for a call that waits, when it was asked.
  at timestamptz NOT NULL,
  amount numeric NOT NULL CHECK (amount >= 0),
  -- The call was permitted, and has not failed, been rejected or undone.
  counts boolean NOT NULL,
  seconds integer NOT NULL,
  -- The limit of a policy that blocks the call where it is exceeded; null when none does.
  operator text,
  bound numeric,
  PRIMARY KEY (organization_id, window_id, action_id)
);
CREATE INDEX policy_window_calls_over ON policy_window_calls (organization_id, window_id, at);
CREATE INDEX policy_window_calls_action ON policy_window_calls (organization_id, action_id);
CALL isolate('policy_window_calls');

-- A call that moved leaves a row with what it adds to a total or takes from it. The next ask adds it up, so a move waits for
-- no ask.
CREATE TABLE policy_window_changes (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  window_id uuid NOT NULL,
  action_id uuid NOT NULL,
  delta numeric NOT NULL,
  PRIMARY KEY (organization_id, window_id, action_id)
);
CALL isolate('policy_window_changes');
