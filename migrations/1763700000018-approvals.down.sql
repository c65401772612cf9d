DROP FUNCTION record_actions(uuid[], uuid[], json);
-- As migration `metrics` left them.
CREATE FUNCTION record_actions(organizations uuid[], locked_sessions uuid[], items json)
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

DROP VIEW action_details;
CREATE VIEW action_details WITH (security_invoker = true) AS
SELECT a.id, a.organization_id, a.session_id, a.sequence, a.effect_sequence, a.api_name, a.operation_type, a.payload, a.payload_hash,
       a.original_payload, a.response, a.status, a.precapture_id, a.policy_decision, a.policy_ids, a.policy_reason, a.violation,
       a.refusal, a.created_at, a.updated_at,
       p.id AS approval_id, p.status AS approval_status, p.expires_at AS approval_expires_at, p.reason AS approval_reason,
       n.capture_failed AS snapshot_failed, n.reason AS snapshot_reason, n.resource AS snapshot_resource,
       n.captured_at AS snapshot_captured_at, n.payload_hash AS snapshot_payload_hash, n.content AS snapshot_content
FROM actions a
LEFT JOIN approvals p ON p.action_id = a.id
LEFT JOIN snapshots n ON n.id = a.precapture_id;
ALTER TABLE actions DROP COLUMN grant_id;
DROP FUNCTION matches_pattern(text, text);
DROP TABLE approval_grants, given_approvals;
ALTER TABLE approvals DROP COLUMN required_approvals;
ALTER TABLE policies DROP COLUMN required_approvals;
