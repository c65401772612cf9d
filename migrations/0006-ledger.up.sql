CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  agent_slug text NOT NULL,
  intent text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'COMPLETED', 'ABANDONED')),
  simulated boolean NOT NULL,
  -- Kept, never counted: what a page of sessions shows.
  success integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  pending_approval integer NOT NULL DEFAULT 0,
  -- Approvals to be decided, reviews of what already ran included.
  open_approvals integer NOT NULL DEFAULT 0,
  cleared integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  rolled_back integer NOT NULL DEFAULT 0,
  rollback_failed integer NOT NULL DEFAULT 0,
  -- Successful reads: part of `success`, but no effect.
  reads integer NOT NULL DEFAULT 0,
  late_effects integer NOT NULL DEFAULT 0,
  last_sequence integer NOT NULL DEFAULT 0,
  last_effect_sequence integer NOT NULL DEFAULT 0,
  rollback_state text NOT NULL DEFAULT 'NONE' CHECK (rollback_state IN ('NONE', 'RUNNING', 'FINISHED')),
  -- A rollback of the whole session has begun: nothing may start in it any more.
  closed_by_rollback boolean NOT NULL DEFAULT false,
  -- A rollback restored something, if only a part of what one call had changed.
  partly_restored boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  completed_at timestamptz(3),
  last_activity_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A rollback of the whole session left nothing of it; what takes effect later is a violation, and found as one.
  reverted boolean NOT NULL DEFAULT false,
  UNIQUE (organization_id, id),
  -- One check for all: each is prepared anew by every statement that writes the row.
  CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared, unknown,
    rolled_back, rollback_failed, reads, late_effects) >= 0)
) WITH (fillfactor = 50);
CREATE INDEX sessions_page ON sessions (organization_id, id DESC);
-- Not by last_activity_at: an index over what every action changes would make each of them write to all the indexes.
CREATE INDEX sessions_active ON sessions (created_at) WHERE status = 'ACTIVE';
CREATE INDEX sessions_agent ON sessions (organization_id, agent_slug, id);
-- Where dirty sessions are found. No column that every action changes is named here: each of them would write to all
-- the indexes of the row. `unknown` changes with a rollback, or when its client comes back after one.
CREATE INDEX sessions_dirty ON sessions (organization_id, id DESC)
  WHERE rollback_state = 'RUNNING' OR (rollback_state = 'FINISHED' AND NOT reverted) OR unknown > 0;
CALL isolate('sessions');
CALL allow_lookup('sessions');

CREATE TABLE snapshots (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  api_name text NOT NULL,
  payload_hash text NOT NULL,
  -- Null until an action has taken it, once and for good.
  action_id uuid,
  capture_failed boolean NOT NULL,
  reason text,
  resource json,
  content json,
  captured_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK (capture_failed = (content IS NULL))
);
CREATE INDEX snapshots_session ON snapshots (session_id);
CALL isolate('snapshots');

CREATE TABLE actions (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  sequence integer NOT NULL,
  effect_sequence integer,
  api_name text NOT NULL,
  operation_type text NOT NULL CHECK (operation_type IN ('CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ')),
  payload json NOT NULL,
  payload_hash text NOT NULL,
  original_payload json,
  response json,
  status text NOT NULL CHECK (status IN
    ('CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'SUCCESS', 'FAILED', 'UNKNOWN', 'ROLLED_BACK', 'ROLLBACK_FAILED')),
  precapture_id uuid,
  policy_decision text NOT NULL CHECK (policy_decision IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK')),
  policy_ids uuid[] NOT NULL DEFAULT '{}',
  policy_reason text,
  shadow json,
  violation text CHECK (violation IN
    ('blocked', 'unapproved', 'paused', 'after-completion', 'after-rollback', 'payload-mismatch', 'ungated')),
  -- The code of the problem it was answered with although it was kept; a replay answers the same.
  refusal text,
  idempotency_key text,
  request_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When an effect was confirmed, by the clock: what orders effects across sessions. Within one, effect_sequence does.
  effect_at timestamptz,
  -- The grant that cleared the call; like the snapshot's, a reference by id alone.
  grant_id uuid,
  UNIQUE (session_id, sequence),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
);
CREATE UNIQUE INDEX actions_idempotency ON actions (organization_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX actions_violations ON actions (organization_id, session_id DESC) WHERE violation IS NOT NULL;
CALL isolate('actions');

CREATE TABLE usage_months (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  month date NOT NULL,
  actions bigint NOT NULL DEFAULT 0 CHECK (actions >= 0),
  PRIMARY KEY (organization_id, month)
) WITH (fillfactor = 50);
CALL isolate('usage_months');

-- Of every POST but the logging of actions, whose key is a column of the action itself.
CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- Hash of principal, method, path and key.
  scope text NOT NULL,
  request_hash text NOT NULL,
  resource_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, scope)
);
CREATE INDEX idempotency_keys_resource ON idempotency_keys (resource_id) WHERE resource_id IS NOT NULL;
CALL isolate('idempotency_keys');
