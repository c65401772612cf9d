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
  UNIQUE (organization_id, id),
  -- One check for all: each is prepared anew by every statement that writes the row.
  CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared, unknown,
    rolled_back, rollback_failed, reads, late_effects) >= 0)
) WITH (fillfactor = 50);
CREATE INDEX sessions_page ON sessions (organization_id, id DESC);
-- Not by last_activity_at: an index over what every action changes would make each of them write to all the indexes.
CREATE INDEX sessions_active ON sessions (created_at) WHERE status = 'ACTIVE';
CALL isolate('sessions');

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
  UNIQUE (session_id, sequence),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
);
CREATE UNIQUE INDEX actions_idempotency ON actions (organization_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CALL isolate('actions');

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  action_id uuid NOT NULL UNIQUE REFERENCES actions ON DELETE CASCADE,
  agent_slug text NOT NULL,
  api_name text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
  payload_summary text NOT NULL,
  payload_hash text NOT NULL,
  reason text,
  decided_by text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((status = 'PENDING') = (decided_at IS NULL))
);
CREATE INDEX approvals_page ON approvals (organization_id, status, id DESC);
CREATE INDEX approvals_session ON approvals (session_id) WHERE status = 'PENDING';
CREATE INDEX approvals_due ON approvals (expires_at) WHERE status = 'PENDING';
CALL isolate('approvals');

CREATE TABLE usage_months (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  month date NOT NULL,
  actions bigint NOT NULL DEFAULT 0 CHECK (actions >= 0),
  PRIMARY KEY (organization_id, month)
) WITH (fillfactor = 50);
CALL isolate('usage_months');

-- Due work and answered waits, across organizations: identifiers only.
CALL allow_lookup('approvals');
CALL allow_lookup('sessions');
CREATE FUNCTION due_approvals(at_most integer) RETURNS TABLE (approval_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, a.organization_id FROM public.approvals a WHERE status = 'PENDING' AND expires_at <= now() ORDER BY expires_at LIMIT at_most $$;
CREATE FUNCTION settled_approvals(waited_for uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM public.approvals WHERE id = ANY (waited_for) AND (status <> 'PENDING' OR expires_at <= now()) $$;
CREATE FUNCTION idle_sessions(idle interval, at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, s.organization_id FROM public.sessions s WHERE status = 'ACTIVE' AND last_activity_at < now() - idle ORDER BY created_at LIMIT at_most $$;
