-- The month a call is counted in, by the database's clock. Read once per statement: a batch that waits for a lock over
-- midnight still belongs, with all it writes, to the month it began in.
CREATE FUNCTION usage_month() RETURNS date LANGUAGE sql STABLE
AS $$ SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date $$;

-- How often something went from one state to another: noted in the transaction of the change, never updated, and folded
-- into the two tables below by a job. A row that every change of an organization had to lock would make them wait for
-- each other's commits.
-- No foreign key: it would lock the organization's row for every batch. The fold drops what belongs to nobody any more.
CREATE TABLE metric_changes (
  organization_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  simulated boolean NOT NULL,
  -- action, approval, rollback or step (of a rollback).
  subject text NOT NULL,
  -- Null: it was not there before, or is not there any more.
  was text,
  became text,
  -- Of an action, the violation it was kept with; of a person's decision, how long it took (`decision_bucket`).
  detail text,
  times integer NOT NULL,
  -- Approvals that were opened with it: another row for them would cost the hot path another aggregate.
  opened integer NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX metric_changes_organization ON metric_changes (organization_id);
CALL isolate('metric_changes');

CREATE TABLE metric_totals (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  simulated boolean NOT NULL,
  subject text NOT NULL CHECK (subject IN ('action', 'approval', 'rollback', 'step')),
  was text,
  became text,
  detail text,
  times bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (organization_id, simulated, subject, was, became, detail)
) WITH (fillfactor = 50);
CALL isolate('metric_totals');

-- Live sessions only.
CREATE TABLE metric_days (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  day date NOT NULL,
  subject text NOT NULL CHECK (subject IN ('action', 'approval', 'rollback', 'step')),
  was text,
  became text,
  times bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (organization_id, day, subject, was, became)
) WITH (fillfactor = 50);
CALL isolate('metric_days');

-- Bucket n holds what took more than 1.1^(n-1) and at most 1.1^n milliseconds.
CREATE FUNCTION decision_bucket(waited interval) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT ceil(ln(greatest(extract(epoch FROM waited) * 1000, 1)::double precision) / ln(1.1::double precision))::integer::text $$;

CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
AS $$ SELECT (at AT TIME ZONE 'UTC')::date $$;

-- Who has changes to be folded, in order and after the one given; a look-up, by leaps over the index.
CALL allow_lookup('metric_changes');
CREATE FUNCTION unfolded_organizations(after uuid, at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE found (id) AS (
    (SELECT organization_id FROM public.metric_changes WHERE organization_id > after ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT c.organization_id FROM public.metric_changes c WHERE c.organization_id > f.id ORDER BY 1 LIMIT 1)
    FROM found f WHERE f.id IS NOT NULL
  )
  SELECT id FROM found WHERE id IS NOT NULL LIMIT at_most
$$;

-- Moves changes into totals and days, in one transaction, so that each is counted once whatever crashes. Any number may do
-- it at once: nobody takes what somebody else has taken, and the rows they add to are locked in one order.
CREATE FUNCTION fold_metric_changes(organizations uuid[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  WITH taken AS (
    DELETE FROM metric_changes c WHERE c.ctid = ANY (ARRAY(
      SELECT f.ctid FROM metric_changes f WHERE f.organization_id = ANY (organizations) FOR UPDATE SKIP LOCKED))
    RETURNING c.*
  ), kept AS (
    -- Whoever is being erased gets no new rows.
    SELECT t.* FROM taken t JOIN organizations o ON o.id = t.organization_id WHERE o.deleted_at IS NULL
  ), said AS (
    SELECT organization_id, at, simulated, subject, was, became, detail, times FROM kept
    UNION ALL
    SELECT organization_id, at, simulated, 'approval', NULL, 'PENDING', NULL, opened FROM kept WHERE opened > 0
  ), totals AS (
    INSERT INTO metric_totals AS m
    SELECT organization_id, simulated, subject, was, became, detail, sum(times) FROM said
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, simulated, subject, was, became, detail) DO UPDATE SET times = m.times + excluded.times
  )
  INSERT INTO metric_days AS m
  SELECT organization_id, utc_day(at), subject, was, became, sum(times) FROM said WHERE NOT simulated
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, day, subject, was, became) DO UPDATE SET times = m.times + excluded.times;
END $$;

-- All that is known of one organization: the totals (day is null) and each of the last days, with what is not folded yet.
-- One statement, hence one view of the three tables; each is read by its index.
CREATE FUNCTION metrics_of(organization uuid, last_days integer)
RETURNS TABLE (day date, simulated boolean, subject text, was text, became text, detail text, times bigint)
LANGUAGE sql STABLE SET enable_seqscan = off
AS $$
  WITH noted AS MATERIALIZED (
    SELECT utc_day(c.at) AS day, c.simulated, c.subject, c.was, c.became, c.detail, c.times, c.opened
    FROM metric_changes c WHERE c.organization_id = organization
  ), rest AS (
    SELECT n.day, n.simulated, n.subject, n.was, n.became, n.detail, n.times FROM noted n
    UNION ALL
    SELECT n.day, n.simulated, 'approval', NULL, 'PENDING', NULL, n.opened FROM noted n WHERE n.opened > 0
  )
  SELECT NULL::date, t.simulated, t.subject, t.was, t.became, t.detail, sum(t.times)::bigint
  FROM (SELECT m.simulated, m.subject, m.was, m.became, m.detail, m.times FROM metric_totals m WHERE m.organization_id = organization
        UNION ALL SELECT r.simulated, r.subject, r.was, r.became, r.detail, r.times FROM rest r) t
  GROUP BY 2, 3, 4, 5, 6
  UNION ALL
  SELECT d.day, false, d.subject, d.was, d.became, NULL, sum(d.times)::bigint
  FROM (SELECT m.day, m.subject, m.was, m.became, m.times FROM metric_days m
        WHERE m.organization_id = organization AND m.day > utc_day(now()) - last_days
        UNION ALL SELECT r.day, r.subject, r.was, r.became, r.times FROM rest r
        WHERE NOT r.simulated AND r.day > utc_day(now()) - last_days) d
  GROUP BY 1, 3, 4, 5
$$;

-- As in migration `record`, with the month behind a function and what changed noted down.
CREATE OR REPLACE FUNCTION record_actions(organizations uuid[], locked_sessions uuid[], items json)
RETURNS TABLE (ord integer, outcome text, action_id uuid, sequence integer, effect_sequence integer, violation text,
               refusal text, recorded_at timestamptz, expires_at timestamptz, snapshot json)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  this_month date := usage_month();
  counted integer;
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM 1 FROM sessions s WHERE s.id = ANY (locked_sessions) ORDER BY s.id FOR NO KEY UPDATE;
  PERFORM 1 FROM usage_months u WHERE u.organization_id = ANY (organizations) AND u.month = this_month
    ORDER BY u.organization_id FOR NO KEY UPDATE;
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted < cardinality(organizations) THEN
    INSERT INTO usage_months (organization_id, month)
      SELECT o.id, this_month FROM organizations o WHERE o.id = ANY (organizations) ORDER BY o.id ON CONFLICT DO NOTHING;
    PERFORM 1 FROM usage_months u WHERE u.organization_id = ANY (organizations) AND u.month = this_month
      ORDER BY u.organization_id FOR NO KEY UPDATE;
  END IF;

  RETURN QUERY
  WITH item AS (
    SELECT * FROM json_to_recordset(items) AS i(
      ord integer, org uuid, epoch bigint, quota bigint, id uuid, session uuid, simulated boolean, api_name text,
      operation_type text, payload json, payload_hash text, response json, status text, asks boolean, violation text,
      refusal text, decision text, policy_ids uuid[], policy_reason text, shadow json, precapture uuid, idempotency_key text,
      request_hash text, approval uuid, approval_ms bigint, agent_slug text, summary text)
  ), judged AS (
    SELECT i.*, s.simulated AS is_simulated, s.last_sequence, s.last_effect_sequence, u.actions AS used, prior.id AS prior_id,
      bound.id AS bound_id, bound.taken,
      coalesce(i.violation, CASE WHEN NOT i.asks AND s.rolled THEN 'after-rollback'
                                 WHEN NOT i.asks AND s.status = 'COMPLETED' THEN 'after-completion' END) AS kept_violation,
      coalesce(i.refusal, CASE WHEN NOT i.asks AND s.rolled THEN 'session-rolled-back'
                               WHEN NOT i.asks AND s.status = 'COMPLETED' THEN 'session-closed'
                               WHEN NOT i.asks AND i.precapture IS NOT NULL AND bound.id IS NULL THEN 'precapture-mismatch' END) AS kept_refusal,
      s.rolled,
      CASE
        WHEN s.status IS NULL THEN 'no-session'
        WHEN o.epoch IS DISTINCT FROM i.epoch THEN 'stale'
        WHEN prior.id IS NOT NULL AND prior.created_at < now() - interval '24 hours' THEN 'expired-key'
        WHEN prior.request_hash = i.request_hash THEN 'replayed'
        WHEN prior.id IS NOT NULL THEN 'idempotency-conflict'
        -- The first of its kind in this batch decides; the others are decided when it is to be seen.
        WHEN i.idempotency_key IS NOT NULL
          AND row_number() OVER (PARTITION BY i.org, i.idempotency_key ORDER BY i.ord) > 1 THEN 'again'
        WHEN bound.id IS NOT NULL
          AND EXISTS (SELECT FROM item e WHERE e.precapture = i.precapture AND e.ord < i.ord) THEN 'again'
        WHEN i.asks AND s.rolled THEN 'rolled-back'
        WHEN i.asks AND s.status = 'COMPLETED' THEN 'closed'
        WHEN i.asks AND i.refusal IS NULL AND i.precapture IS NOT NULL AND bound.id IS NULL THEN 'precapture-mismatch'
        ELSE 'recorded'
      END AS verdict
    FROM item i
    LEFT JOIN LATERAL (SELECT x.epoch FROM organizations x WHERE x.id = i.org LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT x.actions FROM usage_months x WHERE x.organization_id = i.org AND x.month = this_month LIMIT 1) u ON true
    LEFT JOIN LATERAL (SELECT x.status, x.simulated, x.last_sequence, x.last_effect_sequence,
                         x.rollback_state = 'RUNNING' OR x.closed_by_rollback AS rolled
                       FROM sessions x WHERE x.id = i.session AND x.organization_id = i.org
                       AND (i.simulated IS NULL OR x.simulated = i.simulated) LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT x.id, x.request_hash, x.created_at FROM actions x
                       WHERE x.organization_id = i.org AND x.idempotency_key = i.idempotency_key LIMIT 1) prior ON true
    LEFT JOIN LATERAL (SELECT x.id, json_build_object('precaptureId', x.id, 'captureFailed', x.capture_failed, 'reason', x.reason,
                         'resource', x.resource, 'capturedAt', x.captured_at) AS taken FROM snapshots x
                       WHERE x.id = i.precapture AND x.organization_id = i.org AND x.session_id = i.session
                       AND x.api_name = i.api_name AND x.payload_hash = i.payload_hash AND x.action_id IS NULL LIMIT 1) bound ON true
  ), costed AS (
    SELECT j.*, CASE WHEN verdict = 'recorded' AND NOT is_simulated AND kept_refusal IS NULL THEN 1 ELSE 0 END AS cost
    FROM judged j
  ), limited AS (
    SELECT c.*, CASE WHEN verdict = 'recorded' AND NOT is_simulated
      AND used + sum(cost) OVER (PARTITION BY c.org ORDER BY c.ord) - cost >= c.quota THEN 'quota' ELSE verdict END AS result
    FROM costed c
  ), numbered AS (
    SELECT l.*,
      last_sequence + count(*) FILTER (WHERE result = 'recorded') OVER earlier AS new_sequence,
      CASE WHEN status = 'SUCCESS' THEN last_effect_sequence
        + count(*) FILTER (WHERE result = 'recorded' AND status = 'SUCCESS') OVER earlier END AS new_effect_sequence
    FROM limited l WINDOW earlier AS (PARTITION BY session ORDER BY ord)
  ), accepted AS NOT MATERIALIZED (
    SELECT * FROM numbered WHERE result = 'recorded'
  ), written AS (
    INSERT INTO actions (id, organization_id, session_id, sequence, effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, precapture_id, policy_decision, policy_ids, policy_reason, shadow, violation, refusal, idempotency_key, request_hash)
    SELECT id, org, session, new_sequence, new_effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, bound_id, decision, policy_ids, policy_reason, shadow, kept_violation, kept_refusal, idempotency_key, request_hash
    FROM accepted
  ), opened AS (
    INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, expires_at)
    SELECT approval, org, session, id, agent_slug, api_name, summary, payload_hash, now() + approval_ms * interval '1 millisecond'
    FROM accepted WHERE approval IS NOT NULL
  ), taken AS (
    UPDATE snapshots n SET action_id = a.id FROM accepted a WHERE n.id = a.bound_id
  ), counters AS (
    UPDATE sessions s SET
      success = s.success + t.success, failed = s.failed + t.failed, cleared = s.cleared + t.cleared,
      pending_approval = s.pending_approval + t.pending, open_approvals = s.open_approvals + t.opened, reads = s.reads + t.reads,
      late_effects = s.late_effects + t.late,
      last_sequence = s.last_sequence + t.logged, last_effect_sequence = s.last_effect_sequence + t.success,
      status = CASE s.status WHEN 'ABANDONED' THEN 'ACTIVE' ELSE s.status END,
      last_activity_at = now(), updated_at = now()
    FROM (SELECT session, count(*) AS logged,
            count(*) FILTER (WHERE status = 'SUCCESS') AS success, count(*) FILTER (WHERE status = 'FAILED') AS failed,
            count(*) FILTER (WHERE status = 'CLEARED') AS cleared, count(*) FILTER (WHERE status = 'PENDING_APPROVAL') AS pending,
            count(approval) AS opened, count(*) FILTER (WHERE status = 'SUCCESS' AND operation_type = 'READ') AS reads,
            count(*) FILTER (WHERE status = 'SUCCESS' AND operation_type <> 'READ' AND rolled) AS late
          FROM accepted GROUP BY session) t
    WHERE s.id = t.session
  ), metered AS (
    UPDATE usage_months u SET actions = u.actions + t.cost
    FROM (SELECT org, sum(cost) AS cost FROM accepted GROUP BY org HAVING sum(cost) > 0) t
    WHERE u.organization_id = t.org AND u.month = this_month
  ), noted AS (
    INSERT INTO metric_changes (organization_id, simulated, subject, became, detail, times, opened)
    SELECT org, is_simulated, 'action', status, kept_violation, count(*), count(approval)
    FROM accepted GROUP BY org, is_simulated, status, kept_violation
  )
  SELECT n.ord, n.result, CASE n.result WHEN 'recorded' THEN n.id ELSE n.prior_id END, n.new_sequence::integer,
    n.new_effect_sequence::integer, n.kept_violation, n.kept_refusal, now()::timestamptz(3),
    (now() + n.approval_ms * interval '1 millisecond')::timestamptz(3), n.taken
  FROM numbered n ORDER BY n.ord;
END $$;

CREATE OR REPLACE FUNCTION confirm_actions(organizations uuid[], locked_sessions uuid[], items json)
RETURNS TABLE (ord integer, outcome text, old_status text, action json)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM 1 FROM sessions s WHERE s.id = ANY (locked_sessions) ORDER BY s.id FOR NO KEY UPDATE;

  RETURN QUERY
  WITH item AS (
    SELECT * FROM json_to_recordset(items) AS i(ord integer, org uuid, epoch bigint, session uuid, action uuid, simulated boolean,
      status text, response json, payload_hash text, paused boolean)
  ), judged AS (
    SELECT i.ord, i.status AS new_status, i.response AS new_response, s.last_effect_sequence, s.is_simulated,
      s.rolled, d.*,
      coalesce(d.violation, CASE
        WHEN d.status = 'BLOCKED' THEN 'blocked'
        WHEN d.status IN ('PENDING_APPROVAL', 'REJECTED') THEN 'unapproved'
        WHEN i.paused THEN 'paused'
        WHEN s.rolled THEN 'after-rollback'
        WHEN s.session_status = 'COMPLETED' THEN 'after-completion'
        WHEN i.payload_hash <> d.payload_hash THEN 'payload-mismatch'
        -- Edited arguments were approved, and nobody says that they are what ran.
        WHEN i.status = 'SUCCESS' AND i.payload_hash IS NULL AND d.original_payload IS NOT NULL THEN 'payload-mismatch' END) AS kept_violation,
      CASE
        WHEN s.session_status IS NULL OR d.id IS NULL THEN 'not-found'
        WHEN o.epoch IS DISTINCT FROM i.epoch THEN 'stale'
        WHEN d.status = i.status THEN 'same'
        WHEN row_number() OVER (PARTITION BY i.action ORDER BY i.ord) > 1 THEN 'again'
        WHEN i.status IN ('SUCCESS', 'FAILED') AND d.status IN ('CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'UNKNOWN')
          THEN 'recorded'
        ELSE 'illegal'
      END AS result
    FROM item i
    LEFT JOIN LATERAL (SELECT x.epoch FROM organizations x WHERE x.id = i.org LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT x.status AS session_status, x.last_effect_sequence, x.simulated AS is_simulated,
                         x.rollback_state = 'RUNNING' OR x.closed_by_rollback AS rolled
                       FROM sessions x WHERE x.id = i.session AND x.organization_id = i.org
                       AND (i.simulated IS NULL OR x.simulated = i.simulated) LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT x.* FROM action_details x
                       WHERE x.id = i.action AND x.session_id = i.session AND x.organization_id = i.org LIMIT 1) d ON true
  ), numbered AS (
    SELECT j.*, last_effect_sequence
      + count(*) FILTER (WHERE result = 'recorded' AND new_status = 'SUCCESS') OVER (PARTITION BY session_id ORDER BY ord) AS next_effect
    FROM judged j
  ), accepted AS NOT MATERIALIZED (
    SELECT * FROM numbered WHERE result = 'recorded'
  ), written AS (
    UPDATE actions a SET status = c.new_status, response = coalesce(c.new_response, a.response), violation = c.kept_violation,
      effect_sequence = CASE c.new_status WHEN 'SUCCESS' THEN c.next_effect END, updated_at = now()
    FROM accepted c WHERE a.id = c.id
  ), counters AS (
    UPDATE sessions s SET
      success = s.success + t.success, failed = s.failed + t.failed, cleared = s.cleared - t.cleared,
      pending_approval = s.pending_approval - t.pending, unknown = s.unknown - t.unknown, reads = s.reads + t.reads,
      late_effects = s.late_effects + t.late, last_effect_sequence = s.last_effect_sequence + t.success,
      last_activity_at = now(), updated_at = now()
    FROM (SELECT session_id,
            count(*) FILTER (WHERE new_status = 'SUCCESS') AS success, count(*) FILTER (WHERE new_status = 'FAILED') AS failed,
            count(*) FILTER (WHERE status = 'CLEARED') AS cleared, count(*) FILTER (WHERE status = 'PENDING_APPROVAL') AS pending,
            count(*) FILTER (WHERE status = 'UNKNOWN') AS unknown,
            count(*) FILTER (WHERE new_status = 'SUCCESS' AND operation_type = 'READ') AS reads,
            count(*) FILTER (WHERE new_status = 'SUCCESS' AND operation_type <> 'READ' AND rolled) AS late
          FROM accepted GROUP BY session_id) t
    WHERE s.id = t.session_id
  ), noted AS (
    INSERT INTO metric_changes (organization_id, simulated, subject, was, became, detail, times)
    SELECT organization_id, is_simulated, 'action', status, new_status, CASE WHEN violation IS NULL THEN kept_violation END, count(*)
    FROM accepted GROUP BY 1, 2, 4, 5, 6
  )
  SELECT n.ord, n.result, n.status, CASE WHEN n.result IN ('recorded', 'same') THEN (
    SELECT to_json(d) FROM (SELECT n.id, n.session_id, n.sequence,
      CASE WHEN n.result = 'same' THEN n.effect_sequence WHEN n.new_status = 'SUCCESS' THEN n.next_effect END AS effect_sequence,
      n.api_name, n.operation_type, n.payload, n.original_payload,
      CASE n.result WHEN 'same' THEN n.response ELSE coalesce(n.new_response, n.response) END AS response,
      n.new_status AS status, n.precapture_id, n.policy_decision, n.policy_ids, n.policy_reason,
      CASE n.result WHEN 'same' THEN n.violation ELSE n.kept_violation END AS violation, n.refusal, n.created_at,
      CASE n.result WHEN 'same' THEN n.updated_at ELSE now()::timestamptz(3) END AS updated_at,
      n.approval_id, n.approval_status, n.approval_expires_at, n.snapshot_failed, n.snapshot_reason, n.snapshot_resource,
      n.snapshot_captured_at) d) END
  FROM numbered n
  ORDER BY n.ord;
END $$;

-- What is not on the hot path notes itself, whoever changes it.
CREATE FUNCTION note_decision() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, at, simulated, subject, was, became, detail, times)
  SELECT NEW.organization_id, NEW.decided_at, s.simulated, 'approval', 'PENDING',
    -- Nobody decided: its time ran out, or a rollback took the call back.
    CASE WHEN NEW.decided_by IS NOT NULL THEN NEW.status WHEN NEW.reason = 'expired' THEN 'EXPIRED' ELSE 'WITHDRAWN' END,
    CASE WHEN NEW.decided_by IS NOT NULL THEN decision_bucket(NEW.decided_at - NEW.created_at) END, 1
  FROM sessions s WHERE s.id = NEW.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_decision AFTER UPDATE OF status ON approvals FOR EACH ROW
  WHEN (OLD.status = 'PENDING' AND NEW.status <> 'PENDING') EXECUTE FUNCTION note_decision();

CREATE FUNCTION note_rollback() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, was, became, times)
  SELECT NEW.organization_id, s.simulated, 'rollback', CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, NEW.status, 1
  FROM sessions s WHERE s.id = NEW.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_rollback_started AFTER INSERT ON rollbacks FOR EACH ROW EXECUTE FUNCTION note_rollback();
CREATE TRIGGER note_rollback_finished AFTER UPDATE OF status ON rollbacks FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION note_rollback();

CREATE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, became, times)
  SELECT NEW.organization_id, s.simulated, 'step', NEW.state, 1
  FROM rollbacks r JOIN sessions s ON s.id = r.session_id WHERE r.id = NEW.rollback_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_step AFTER UPDATE OF state ON rollback_steps FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('planned', 'attempting')) EXECUTE FUNCTION note_step();

-- What is purged leaves the counts of what there is; what happened on a day has happened. A session's own deletion reaches
-- its actions when it is gone, so it is noted before; actions deleted by themselves are noted after.
CREATE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'sessions' THEN
    INSERT INTO metric_changes (organization_id, simulated, subject, was, times)
    SELECT OLD.organization_id, OLD.simulated, gone.* FROM (
      SELECT 'action', a.status, count(*) FROM actions a WHERE a.session_id = OLD.id GROUP BY a.status
      UNION ALL
      SELECT 'approval', p.status, count(*) FROM approvals p WHERE p.session_id = OLD.id AND p.status = 'PENDING' GROUP BY p.status
    ) gone
    WHERE EXISTS (SELECT FROM organizations o WHERE o.id = OLD.organization_id AND o.deleted_at IS NULL);
    RETURN OLD;
  END IF;
  INSERT INTO metric_changes (organization_id, simulated, subject, was, times)
  SELECT r.organization_id, s.simulated, CASE TG_TABLE_NAME WHEN 'actions' THEN 'action' ELSE 'approval' END, r.status, count(*)
  FROM removed r JOIN sessions s ON s.id = r.session_id JOIN organizations o ON o.id = r.organization_id
  WHERE o.deleted_at IS NULL AND (TG_TABLE_NAME = 'actions' OR r.status = 'PENDING')
  GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER note_removal BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION note_removal();
CREATE TRIGGER note_removal AFTER DELETE ON actions REFERENCING OLD TABLE AS removed EXECUTE FUNCTION note_removal();
CREATE TRIGGER note_removal AFTER DELETE ON approvals REFERENCING OLD TABLE AS removed EXECUTE FUNCTION note_removal();

-- What there is already counts too, on the day it was logged. The owner is bound by row-level security like everybody.
SELECT set_config('app.organizations', (SELECT array_agg(DISTINCT organization_id)::text FROM sessions), true);
INSERT INTO metric_changes (organization_id, at, simulated, subject, became, detail, times)
SELECT a.organization_id, date_trunc('day', a.created_at, 'UTC'), s.simulated, 'action', a.status, a.violation, count(*)
FROM actions a JOIN sessions s ON s.id = a.session_id GROUP BY 1, 2, 3, 5, 6;
INSERT INTO metric_changes (organization_id, at, simulated, subject, became, times)
SELECT p.organization_id, date_trunc('day', p.created_at, 'UTC'), s.simulated, 'approval', 'PENDING', count(*)
FROM approvals p JOIN sessions s ON s.id = p.session_id GROUP BY 1, 2, 3;
INSERT INTO metric_changes (organization_id, at, simulated, subject, was, became, detail, times)
SELECT p.organization_id, date_trunc('day', p.decided_at, 'UTC'), s.simulated, 'approval', 'PENDING',
  CASE WHEN p.decided_by IS NOT NULL THEN p.status WHEN p.reason = 'expired' THEN 'EXPIRED' ELSE 'WITHDRAWN' END,
  CASE WHEN p.decided_by IS NOT NULL THEN decision_bucket(p.decided_at - p.created_at) END, count(*)
FROM approvals p JOIN sessions s ON s.id = p.session_id WHERE p.status <> 'PENDING' GROUP BY 1, 2, 3, 6, 7;
INSERT INTO metric_changes (organization_id, at, simulated, subject, became, times)
SELECT r.organization_id, date_trunc('day', r.created_at, 'UTC'), s.simulated, 'rollback', 'RUNNING', count(*)
FROM rollbacks r JOIN sessions s ON s.id = r.session_id GROUP BY 1, 2, 3;
INSERT INTO metric_changes (organization_id, at, simulated, subject, was, became, times)
SELECT r.organization_id, date_trunc('day', r.finished_at, 'UTC'), s.simulated, 'rollback', 'RUNNING', r.status, count(*)
FROM rollbacks r JOIN sessions s ON s.id = r.session_id WHERE r.status = 'FINISHED' GROUP BY 1, 2, 3, 6;
INSERT INTO metric_changes (organization_id, at, simulated, subject, became, times)
SELECT t.organization_id, date_trunc('day', t.finished_at, 'UTC'), s.simulated, 'step', t.state, count(*)
FROM rollback_steps t JOIN rollbacks r ON r.id = t.rollback_id JOIN sessions s ON s.id = r.session_id
WHERE t.state NOT IN ('planned', 'attempting') GROUP BY 1, 2, 3, 5;
