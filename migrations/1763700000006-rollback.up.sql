-- The truth of a rollback: this row, its lease and its fencing number.
CREATE TABLE rollbacks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- Null: the whole session.
  action_id uuid,
  status text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'FINISHED')),
  on_conflict text NOT NULL CHECK (on_conflict IN ('skip', 'force')),
  requested_by text NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX rollbacks_one_at_a_time ON rollbacks (session_id) WHERE status = 'RUNNING';
CREATE INDEX rollbacks_session ON rollbacks (session_id, id DESC);
CALL isolate('rollbacks');

CREATE TABLE rollback_steps (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  rollback_id uuid NOT NULL REFERENCES rollbacks ON DELETE CASCADE,
  action_id uuid NOT NULL REFERENCES actions ON DELETE CASCADE,
  position integer NOT NULL,
  state text NOT NULL DEFAULT 'planned' CHECK (state IN
    ('planned', 'attempting', 'done', 'conflict', 'impossible', 'failed', 'unknown', 'skipped')),
  attempts integer NOT NULL DEFAULT 0,
  detail text,
  items json,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  UNIQUE (rollback_id, action_id),
  UNIQUE (rollback_id, position)
);
CALL isolate('rollback_steps');

CALL allow_lookup('rollbacks');
CREATE FUNCTION due_rollbacks(at_most integer) RETURNS TABLE (rollback_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, r.organization_id FROM public.rollbacks r
      WHERE status = 'RUNNING' AND (leased_until IS NULL OR leased_until < now()) ORDER BY created_at LIMIT at_most $$;
CREATE INDEX rollbacks_due ON rollbacks (created_at) WHERE status = 'RUNNING';
