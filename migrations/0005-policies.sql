-- migrate:up
-- A statement parses each CHECK of a table anew, whichever columns it writes. What a domain demands PostgreSQL keeps
-- prepared, and looks at only where a column of it is written.
CREATE DOMAIN policy_decision AS text CHECK (VALUE IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'));

CREATE TABLE policies (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  api_name_pattern text NOT NULL,
  condition json,
  action text NOT NULL CHECK (action IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK')),
  enabled boolean NOT NULL,
  reason text,
  mode text NOT NULL CHECK (mode IN ('enforce', 'shadow')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The number of operators who have to approve; an approval keeps the number that its policies had when it was opened.
  required_approvals integer NOT NULL DEFAULT 1 CHECK (required_approvals >= 1),
  -- Calls before this moment were not counted.
  counted_since timestamptz(3) NOT NULL DEFAULT now(),
  -- People call a policy by a name; a policy without one is called by its pattern.
  name text,
  -- An approved call goes back to the person (`ask`) or runs (`run`) if its resource has changed since it was shown.
  on_change text NOT NULL DEFAULT 'run' CONSTRAINT policies_on_change_check CHECK (on_change IN ('ask', 'run')),
  -- The time for which its approvals wait, and the decision on a call that no operator decided by then.
  expires_after_seconds integer
    CONSTRAINT policies_expires_after_seconds_check CHECK (expires_after_seconds BETWEEN 10 AND 2678400),
  on_expiry text NOT NULL DEFAULT 'reject' CONSTRAINT policies_on_expiry_check CHECK (on_expiry IN ('reject', 'approve')),
  -- The time for which an approval may be used once it is given.
  approval_usable_seconds integer
    CONSTRAINT policies_approval_usable_seconds_check CHECK (approval_usable_seconds BETWEEN 10 AND 2678400),
  -- The groups whose members approve; none: each operator.
  approvers uuid[] NOT NULL DEFAULT '{}',
  -- Whoever asked for the call may approve it; null: only where the policy names no approvers.
  allow_requester boolean,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX policies_name ON policies (organization_id, name);
CALL isolate('policies');

-- A row for each group that a policy names as `approvers`, which a trigger writes: such a group cannot be deleted.
CREATE TABLE policy_approvers (
  organization_id uuid NOT NULL,
  policy_id uuid NOT NULL,
  group_id uuid NOT NULL,
  PRIMARY KEY (organization_id, policy_id, group_id),
  FOREIGN KEY (organization_id, policy_id) REFERENCES policies (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, group_id) REFERENCES team_groups
);
CREATE INDEX policy_approvers_group ON policy_approvers (organization_id, group_id);
CALL isolate('policy_approvers');

-- Live sessions only, by the day on which the call was logged.
CREATE TABLE policy_days (
  organization_id uuid NOT NULL,
  policy_id uuid NOT NULL,
  day date NOT NULL,
  -- `PolicyEvent` in src/policies/history/policy-events.ts.
  event text NOT NULL,
  -- An operator's decision took so many; null for other events.
  seconds integer,
  times bigint NOT NULL,
  FOREIGN KEY (organization_id, policy_id) REFERENCES policies (organization_id, id) ON DELETE CASCADE,
  UNIQUE NULLS NOT DISTINCT (organization_id, policy_id, day, event, seconds)
) WITH (fillfactor = 50);
CALL isolate('policy_days');

-- An organization says what becomes of a call that no policy matches; without a row, it is allowed.
CREATE TABLE policy_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  unmatched policy_decision NOT NULL
);
CALL isolate('policy_settings');

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
  -- It waits for a person, and stays until one decides, however long ago it was asked.
  waits boolean NOT NULL CHECK (NOT (waits AND counts)),
  seconds integer NOT NULL,
  -- The limit of a policy that blocks the call where it is exceeded; null when none does.
  operator text,
  bound numeric,
  PRIMARY KEY (organization_id, action_id, window_id)
);
CREATE INDEX policy_window_calls_over ON policy_window_calls (organization_id, window_id, at) WHERE NOT waits;
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

-- migrate:down
DROP TABLE policy_window_changes, policy_window_calls, policy_windows, policy_settings, policy_days, policy_approvers, policies;
DROP DOMAIN policy_decision;
