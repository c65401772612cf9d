-- migrate:up
-- A domain costs a statement less than a CHECK of its table (0005-policies.sql).
CREATE DOMAIN counter AS integer CHECK (VALUE >= 0);
CREATE DOMAIN session_status AS text CHECK (VALUE IN ('ACTIVE', 'COMPLETED', 'ABANDONED'));
CREATE DOMAIN rollback_state AS text CHECK (VALUE IN ('NONE', 'RUNNING', 'FINISHED'));
CREATE DOMAIN operation_type AS text CHECK (VALUE IN ('CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ'));
CREATE DOMAIN action_status AS text CHECK (VALUE IN
  ('CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'SUCCESS', 'FAILED', 'UNKNOWN', 'ROLLED_BACK', 'ROLLBACK_FAILED'));
CREATE DOMAIN settlement AS text CHECK (VALUE IN ('undone', 'kept'));
CREATE DOMAIN violation AS text CHECK (VALUE IN
  ('blocked', 'unapproved', 'paused', 'after-completion', 'after-rollback', 'payload-mismatch', 'ungated', 'lapsed'));
-- The framework of an agent gives each tool call an id of its own.
CREATE DOMAIN tool_call_id AS text CHECK (char_length(VALUE) BETWEEN 1 AND 255);
-- An agent says for which user it works, with labels of its own; a call carries the trace of the application.
CREATE DOMAIN on_behalf_of AS text CHECK (char_length(VALUE) BETWEEN 1 AND 255);
CREATE DOMAIN label_set AS jsonb CHECK (jsonb_typeof(VALUE) = 'object');
CREATE DOMAIN traceparent AS text CHECK (VALUE ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');

CREATE TABLE sessions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  agent_slug text NOT NULL,
  intent text NOT NULL,
  status session_status NOT NULL DEFAULT 'ACTIVE',
  simulated boolean NOT NULL,
  -- Kept, never counted: what a page of sessions shows.
  success counter NOT NULL DEFAULT 0,
  failed counter NOT NULL DEFAULT 0,
  pending_approval counter NOT NULL DEFAULT 0,
  -- Approvals to be decided, reviews of what already ran included.
  open_approvals counter NOT NULL DEFAULT 0,
  cleared counter NOT NULL DEFAULT 0,
  unknown counter NOT NULL DEFAULT 0,
  rolled_back counter NOT NULL DEFAULT 0,
  rollback_failed counter NOT NULL DEFAULT 0,
  -- Successful reads: part of `success`, but no effect.
  reads counter NOT NULL DEFAULT 0,
  late_effects counter NOT NULL DEFAULT 0,
  last_sequence integer NOT NULL DEFAULT 0,
  last_effect_sequence integer NOT NULL DEFAULT 0,
  rollback_state rollback_state NOT NULL DEFAULT 'NONE',
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
  -- Calls, reads left out, of which is not known whether they took effect: cleared, unknown, or reported as failed without a
  -- refusal of the provider. What may have happened can be rolled back.
  possible_effects counter NOT NULL DEFAULT 0,
  -- Marks by which sessions are found without looking at their actions. Triggers keep them in the statement that changes what
  -- they speak of (functions/actions/mark_action.sql, functions/sessions/mark_session.sql).
  violations counter NOT NULL DEFAULT 0,
  unconfirmed counter NOT NULL DEFAULT 0,
  dirty boolean NOT NULL DEFAULT false,
  display_status text NOT NULL DEFAULT 'ACTIVE',
  -- Reads of unknown outcome make no session dirty; so they are counted apart, as successful reads are.
  unknown_reads counter NOT NULL DEFAULT 0,
  -- A person may say what became of an effect that no connector can tell. The action keeps its status, and is no longer
  -- counted among what is open. Each status that can be settled has a counter.
  settled_success counter NOT NULL DEFAULT 0,
  settled_rollback_failed counter NOT NULL DEFAULT 0,
  settled_unknown counter NOT NULL DEFAULT 0,
  settled_failed counter NOT NULL DEFAULT 0,
  -- Counts the calls that a policy blocked, so that lists can show and filter these sessions.
  blocked integer NOT NULL DEFAULT 0,
  on_behalf_of on_behalf_of,
  labels label_set NOT NULL DEFAULT '{}',
  PRIMARY KEY (id, organization_id)
) WITH (fillfactor = 50);
CREATE INDEX sessions_page ON sessions (organization_id, id DESC);
-- Not by last_activity_at: an index over what every action changes would make each of them write to all the indexes.
CREATE INDEX sessions_active ON sessions (created_at) WHERE status = 'ACTIVE';
CREATE INDEX sessions_agent ON sessions (organization_id, agent_slug, id);
-- No column that every action changes is named in an index: each of them would write to all the indexes of the row.
CREATE INDEX sessions_dirty ON sessions (organization_id, dirty, id DESC);
CREATE INDEX sessions_status ON sessions (organization_id, display_status, id DESC);
CREATE INDEX sessions_created ON sessions (organization_id, created_at DESC, id DESC);
CREATE INDEX sessions_blocked ON sessions (organization_id, id DESC) WHERE blocked > 0;
CREATE INDEX sessions_on_behalf_of ON sessions (organization_id, on_behalf_of, id) WHERE on_behalf_of IS NOT NULL;
CALL isolate('sessions');
CALL allow_lookup('sessions');
-- IS TRUE keeps the condition out of the indexes. So the primary key alone finds sessions by their ids, and they are locked in
-- one order. In a small table PostgreSQL took an index of the organization's instead, and compared each session with each
-- organization of a batch.
ALTER POLICY own_organization ON sessions USING ((organization_id = ANY ((SELECT current_organizations())::uuid[])) IS TRUE);

-- Filters find sessions by the connectors of their calls, and by the names of the tables and resources that the calls change.
-- There is one row for each session and name, so that a filter reads an index.
CREATE TABLE session_traits (
  organization_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('connector', 'target')),
  name text NOT NULL CHECK (char_length(name) <= 200),
  session_id uuid NOT NULL,
  PRIMARY KEY (organization_id, kind, name, session_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_traits_session ON session_traits (session_id, kind);
CALL isolate('session_traits');

-- A filter finds sessions by one label. The labels of a session never change.
CREATE TABLE session_labels (
  organization_id uuid NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  session_id uuid NOT NULL,
  PRIMARY KEY (organization_id, name, value, session_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_labels_session ON session_labels (organization_id, session_id);
CALL isolate('session_labels');

CREATE TABLE snapshots (
  id uuid NOT NULL,
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
  -- The snapshot that a capture after a decision replaced, once and for good: both are kept.
  former_id uuid,
  -- A snapshot that no action has taken expires, and counts against a limit of its organization until then.
  bytes integer NOT NULL DEFAULT 0,
  -- It says how far the captured call can be undone where its name does not tell: for a free statement, a declared HTTP call.
  -- It is null where the name tells.
  reversibility text CONSTRAINT snapshots_reversibility_check CHECK (reversibility IN ('exact', 'compensating')),
  -- They have the meaning of the same columns of actions.
  redacted jsonb,
  sealed text,
  CONSTRAINT snapshots_redacted_check CHECK ((redacted IS NULL) = (sealed IS NULL)),
  PRIMARY KEY (id, organization_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK (capture_failed = (content IS NULL))
);
CREATE INDEX snapshots_session ON snapshots (session_id);
CREATE INDEX snapshots_unbound ON snapshots (organization_id, captured_at) INCLUDE (bytes) WHERE action_id IS NULL;
CALL isolate('snapshots');
CALL allow_lookup('snapshots');

CREATE TABLE actions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  sequence integer NOT NULL,
  effect_sequence integer,
  api_name text NOT NULL,
  operation_type operation_type NOT NULL,
  payload json NOT NULL,
  payload_hash text NOT NULL,
  original_payload json,
  response json,
  status action_status NOT NULL,
  precapture_id uuid,
  policy_decision policy_decision NOT NULL,
  policy_ids uuid[] NOT NULL DEFAULT '{}',
  policy_reason text,
  shadow json,
  violation violation,
  -- The code of the problem it was answered with although it was kept; a replay answers the same.
  refusal text,
  -- The first 128 bits of a hash name the key within an organization, and are most of what its index holds.
  idempotency_key uuid,
  request_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When an effect was confirmed, by the clock: what orders effects across sessions. Within one, effect_sequence does.
  effect_at timestamptz,
  -- The grant that cleared the call; like the snapshot's, a reference by id alone.
  grant_id uuid,
  -- A given approval waits for the report of its call.
  unconfirmed boolean NOT NULL DEFAULT false,
  -- Only what has, or may have, an effect is settled, and what is settled is never ROLLED_BACK (functions/actions/mark_settlement.sql).
  settled_as settlement,
  settled_by text,
  settled_note text,
  settled_at timestamptz(3),
  tool_call_id tool_call_id,
  -- The service makes the call, and no client confirms it.
  performed boolean NOT NULL DEFAULT false,
  traceparent traceparent,
  -- An operator may erase the arguments and the answer of a call for good. Its hash, outcome and place stay.
  erased_at timestamptz(3),
  erased_by text,
  -- A client says that it begins a call, once: `claim` is the name that it chose for that.
  claim uuid,
  begun_at timestamptz(3),
  -- `begun_at` of a call that is still CLEARED. A trigger keeps it, so that an index of running calls does not name `status`.
  running_since timestamptz(3),
  -- `redacted` says which rule replaced what in the call. The true values, which an undo needs, are sealed beside it, and
  -- nothing shows them.
  redacted jsonb,
  sealed jsonb,
  -- The transaction that recorded the action. A reader that takes only what is older than each transaction under way, in this
  -- order, misses nothing that becomes visible later.
  recorded_in bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  CONSTRAINT actions_settled_check CHECK (num_nulls(settled_as, settled_by, settled_note, settled_at) % 4 = 0),
  CONSTRAINT actions_erased_check CHECK ((erased_at IS NULL) = (erased_by IS NULL)),
  CONSTRAINT actions_claim_check CHECK ((claim IS NULL) = (begun_at IS NULL)),
  CONSTRAINT actions_redacted_check CHECK ((redacted IS NULL) = (sealed IS NULL)),
  PRIMARY KEY (id, organization_id),
  UNIQUE (session_id, sequence, organization_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
);
CREATE UNIQUE INDEX actions_idempotency ON actions (organization_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX actions_violations ON actions (organization_id, session_id DESC) WHERE violation IS NOT NULL;
-- A call without them costs these indexes nothing.
CREATE INDEX actions_tool_call ON actions (organization_id, tool_call_id, session_id) WHERE tool_call_id IS NOT NULL;
CREATE INDEX actions_trace ON actions (organization_id, substr(traceparent, 4, 32), session_id) WHERE traceparent IS NOT NULL;
-- A job finds calls that began and got no outcome, whichever organization they are of.
CREATE INDEX actions_running ON actions (running_since) WHERE running_since IS NOT NULL;
-- The condition holds for every row. It keeps the index from statements that look an action up by its organization and more.
CREATE INDEX actions_recorded ON actions (organization_id, recorded_in, id) WHERE recorded_in >= 0;
CALL isolate('actions');
CALL allow_lookup('actions');

CREATE TABLE usage_months (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  month date NOT NULL,
  actions bigint NOT NULL DEFAULT 0 CHECK (actions >= 0),
  PRIMARY KEY (organization_id, month)
) WITH (fillfactor = 50);
CALL isolate('usage_months');

-- Holds the keys of every POST except the logging of actions, whose key is a column of the action itself.
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
-- A job deletes keys a day after their requests, whichever organization they are of.
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CALL isolate('idempotency_keys');
CALL allow_lookup('idempotency_keys');

-- migrate:down
DROP TABLE idempotency_keys, usage_months, actions, snapshots, session_labels, session_traits, sessions;
DROP DOMAIN traceparent, label_set, on_behalf_of, tool_call_id, violation, settlement, action_status, operation_type, rollback_state,
  session_status, counter;
