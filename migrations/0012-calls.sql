-- migrate:up
-- The truth of a performed call: this row, its lease and its fencing number.
CREATE TABLE performed_calls (
  organization_id uuid NOT NULL,
  action_id uuid NOT NULL,
  session_id uuid NOT NULL,
  is_read boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'queued', 'running', 'done')),
  fence bigint NOT NULL DEFAULT 0,
  leased_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  -- It tells, after a lost answer, whether the attempt under way took effect; it is kept before that can happen.
  noted json,
  -- Why it ended without having begun.
  reason text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (organization_id, action_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX performed_calls_due ON performed_calls (created_at) WHERE state IN ('queued', 'running');
CREATE INDEX performed_calls_session ON performed_calls (session_id);
CALL isolate('performed_calls');
CALL allow_lookup('performed_calls');

-- migrate:down
DROP TABLE performed_calls;
