-- migrate:up
-- How far each session kept to its intent, as far as it has been looked at. Kept, so that a read costs nothing.
CREATE TABLE session_intents (
  session_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  -- The version that made `progress`: another begins anew.
  evaluator text NOT NULL,
  progress json NOT NULL,
  evaluated_sequence integer NOT NULL DEFAULT 0,
  verdict text NOT NULL CHECK (verdict IN ('ALIGNED', 'REVIEW', 'DRIFTED', 'INSUFFICIENT_EVIDENCE')),
  drift_score double precision NOT NULL CHECK (drift_score BETWEEN 0 AND 1),
  scope_adherence double precision CHECK (scope_adherence BETWEEN 0 AND 1),
  target_adherence double precision CHECK (target_adherence BETWEEN 0 AND 1),
  effect_severity double precision CHECK (effect_severity BETWEEN 0 AND 1),
  drift_onset_action_id uuid,
  worst_action_id uuid,
  connectors text[] NOT NULL DEFAULT '{}',
  evaluated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, organization_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_intents_verdict ON session_intents (organization_id, verdict, session_id DESC);
CALL isolate('session_intents');
CALL allow_lookup('session_intents');

CREATE TABLE action_intents (
  action_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  sequence integer NOT NULL,
  risk double precision NOT NULL CHECK (risk BETWEEN 0 AND 1),
  reasons json NOT NULL,
  -- Its outcome, and with it its response, has been read.
  learned boolean NOT NULL,
  scope_adherence double precision CHECK (scope_adherence BETWEEN 0 AND 1),
  target_adherence double precision CHECK (target_adherence BETWEEN 0 AND 1),
  effect_severity double precision NOT NULL CHECK (effect_severity BETWEEN 0 AND 1),
  PRIMARY KEY (action_id, organization_id),
  UNIQUE (session_id, sequence, organization_id),
  FOREIGN KEY (organization_id, action_id) REFERENCES actions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
-- In the order in which pending_calls reads them. With the organization it serves that better than the unique one of sessions
-- and numbers, whatever is known of the table.
CREATE INDEX action_intents_unlearned ON action_intents (organization_id, session_id, sequence) WHERE NOT learned;
CALL isolate('action_intents');

-- Sessions by what they were found to be, on the day they began. A purged session stays counted.
CREATE TABLE intent_counts (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  day date NOT NULL,
  simulated boolean NOT NULL,
  dimension text NOT NULL CHECK (dimension IN ('agent', 'connector')),
  name text NOT NULL,
  verdict text NOT NULL,
  sessions bigint NOT NULL,
  -- The sum of their drift scores, in thousandths: whole, so that what is taken back is exactly what was added.
  drift bigint NOT NULL,
  PRIMARY KEY (organization_id, day, simulated, dimension, name, verdict)
) WITH (fillfactor = 50);
CALL isolate('intent_counts');

-- Holds the judgement of a model on a session, up to one of its actions.
CREATE TABLE intent_judgements (
  session_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  model text NOT NULL,
  judged_sequence integer NOT NULL,
  judgement json NOT NULL,
  judged_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, organization_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CALL isolate('intent_judgements');

-- Counts the questions of an organization to a model, because their number a day is limited.
CREATE TABLE intent_judge_days (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  day date NOT NULL,
  questions integer NOT NULL,
  PRIMARY KEY (organization_id, day)
);
CALL isolate('intent_judge_days');

-- An organization says how many of a hundred sessions are to be DRIFTED; without a row, three are.
CREATE TABLE intent_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  alarm_budget double precision NOT NULL CHECK (alarm_budget BETWEEN 0.5 AND 20)
);
CALL isolate('intent_settings');

-- This table keeps the drift scores of an agent's last sessions. A session is named by a hash of its id, so that a purged
-- one leaves a number and nothing that leads to it.
CREATE TABLE intent_levels (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  agent_slug text NOT NULL,
  simulated boolean NOT NULL,
  -- The version that made the scores: another begins anew.
  evaluator text NOT NULL,
  scores json NOT NULL,
  day date NOT NULL,
  anchors double precision[] NOT NULL,
  levels double precision[] NOT NULL,
  -- It holds what an agent does in its sessions (operations, targets, sizes), under hashes of their names, at most 64 KB. It
  -- lives and is erased with what was learned of the agent's scores. It is null until something was learned.
  profile json CHECK (octet_length(profile::text) <= 65536),
  PRIMARY KEY (organization_id, agent_slug, simulated)
);
CALL isolate('intent_levels');

-- Operators mark sessions and calls; some of their other decisions leave marks as well.
CREATE TABLE intent_marks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  action_id uuid,
  agent_slug text NOT NULL,
  simulated boolean NOT NULL,
  mark text NOT NULL CHECK (mark IN ('fine', 'drift')),
  source text NOT NULL CHECK (source IN ('operator', 'rollback', 'rejection', 'settlement')),
  note text,
  marked_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, action_id) REFERENCES actions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX intent_marks_of_agent ON intent_marks (organization_id, agent_slug, simulated, created_at);
CREATE INDEX intent_marks_session ON intent_marks (session_id, id);
CREATE INDEX intent_marks_action ON intent_marks (action_id) WHERE action_id IS NOT NULL;
CALL isolate('intent_marks');

-- migrate:down
DROP TABLE intent_marks, intent_levels, intent_settings, intent_judge_days, intent_judgements, intent_counts, action_intents,
  session_intents;
