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
  PRIMARY KEY (organization_id, agent_slug, simulated)
);
CALL isolate('intent_levels');

-- Operators mark sessions and calls; some of their other decisions leave marks as well.
CREATE TABLE intent_marks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  action_id uuid REFERENCES actions ON DELETE CASCADE,
  agent_slug text NOT NULL,
  simulated boolean NOT NULL,
  mark text NOT NULL CHECK (mark IN ('fine', 'drift')),
  source text NOT NULL CHECK (source IN ('operator', 'rollback', 'rejection', 'settlement')),
  note text,
  marked_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX intent_marks_of_agent ON intent_marks (organization_id, agent_slug, simulated, created_at);
CREATE INDEX intent_marks_page ON intent_marks (organization_id, id);
CREATE INDEX intent_marks_session ON intent_marks (session_id, id);
CREATE INDEX intent_marks_action ON intent_marks (action_id) WHERE action_id IS NOT NULL;
CALL isolate('intent_marks');
