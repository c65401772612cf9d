-- How far each session kept to its intent, as far as it has been looked at. Kept, so that a read costs nothing.
CREATE TABLE session_intents (
  session_id uuid PRIMARY KEY,
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
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CALL isolate('session_intents');

CREATE TABLE action_intents (
  action_id uuid PRIMARY KEY REFERENCES actions ON DELETE CASCADE,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  sequence integer NOT NULL,
  risk double precision NOT NULL CHECK (risk BETWEEN 0 AND 1),
  reasons json NOT NULL,
  -- Its outcome, and with it its response, has been read.
  learned boolean NOT NULL,
  UNIQUE (session_id, sequence),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX action_intents_unlearned ON action_intents (session_id) WHERE NOT learned;
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

CREATE FUNCTION count_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two sessions that are counted at once never wait for each other.
  INSERT INTO intent_counts AS c (organization_id, day, simulated, dimension, name, verdict, sessions, drift)
  SELECT s.organization_id, utc_day(s.created_at), s.simulated, d.dimension, d.name, x.verdict, sum(x.sign), sum(x.drift)
  FROM sessions s
  CROSS JOIN (
    SELECT 1 AS sign, NEW.verdict AS verdict, round(NEW.drift_score * 1000)::bigint AS drift, NEW.connectors AS connectors
    UNION ALL
    SELECT -1, OLD.verdict, -round(OLD.drift_score * 1000)::bigint, OLD.connectors WHERE TG_OP = 'UPDATE'
  ) x
  CROSS JOIN LATERAL (
    SELECT 'agent' AS dimension, s.agent_slug AS name
    UNION ALL
    SELECT 'connector', connector FROM unnest(x.connectors) AS connector
  ) d
  WHERE s.id = NEW.session_id
  GROUP BY 1, 2, 3, 4, 5, 6
  HAVING sum(x.sign) <> 0 OR sum(x.drift) <> 0
  ORDER BY 4, 5, 6
  ON CONFLICT (organization_id, day, simulated, dimension, name, verdict)
    DO UPDATE SET sessions = c.sessions + excluded.sessions, drift = c.drift + excluded.drift;
  RETURN NULL;
END $$;
CREATE TRIGGER count_intent AFTER INSERT OR UPDATE OF verdict, drift_score, connectors ON session_intents
  FOR EACH ROW EXECUTE FUNCTION count_intent();

-- What a model said of a session, up to one of its actions.
CREATE TABLE intent_judgements (
  session_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  model text NOT NULL,
  judged_sequence integer NOT NULL,
  judgement json NOT NULL,
  judged_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CALL isolate('intent_judgements');

-- How often an organization had a model asked: the cap on what it may cost.
CREATE TABLE intent_judge_days (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  day date NOT NULL,
  questions integer NOT NULL,
  PRIMARY KEY (organization_id, day)
);
CALL isolate('intent_judge_days');

-- Sessions of organizations that see evaluations, with calls that nobody has looked at: what a process knew when it died.
CALL allow_lookup('session_intents');
CREATE FUNCTION unevaluated_sessions(since uuid, at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.id, s.organization_id
  FROM public.sessions s
  JOIN public.organizations o ON o.id = s.organization_id AND o.plan = 'TEAM' AND o.deleted_at IS NULL
  LEFT JOIN public.session_intents i ON i.session_id = s.id
  WHERE s.id >= since AND s.last_sequence > coalesce(i.evaluated_sequence, 0)
  ORDER BY s.id LIMIT at_most
$$;
