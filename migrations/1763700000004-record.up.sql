-- An action as it is shown: with its approval and its snapshot. Runs with the rights, and the blindness, of who asks.
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

-- Logs many calls of many organizations in one round trip. Locks come first and always in the same order (sessions by
-- id, then usage by organization), so that everything after them sees, and changes, what no one else can.
-- Answers one row per item; outcome is recorded, replayed, expired-key, idempotency-conflict, stale, again, no-session,
-- closed, rolled-back, precapture-mismatch or quota.
CREATE FUNCTION record_actions(organizations uuid[], locked_sessions uuid[], items json)
RETURNS TABLE (ord integer, outcome text, action_id uuid, sequence integer, effect_sequence integer, violation text,
               refusal text, recorded_at timestamptz, expires_at timestamptz, snapshot json)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  this_month date := date_trunc('month', now() AT TIME ZONE 'UTC')::date;
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
    SELECT i.*, s.simulated AS is_simulated, s.last_sequence, s.last_effect_sequence, prior.id AS prior_id, bound.id AS bound_id,
      coalesce(i.violation, CASE WHEN NOT i.asks AND past.rolled THEN 'after-rollback'
                                 WHEN NOT i.asks AND s.status = 'COMPLETED' THEN 'after-completion' END) AS kept_violation,
      coalesce(i.refusal, CASE WHEN NOT i.asks AND past.rolled THEN 'session-rolled-back'
                               WHEN NOT i.asks AND s.status = 'COMPLETED' THEN 'session-closed'
                               WHEN NOT i.asks AND i.precapture IS NOT NULL AND bound.id IS NULL THEN 'precapture-mismatch' END) AS kept_refusal,
      past.rolled,
      CASE
        WHEN s.id IS NULL THEN 'no-session'
        WHEN o.epoch IS DISTINCT FROM i.epoch THEN 'stale'
        WHEN i.idempotency_key IS NOT NULL
          AND row_number() OVER (PARTITION BY i.org, i.idempotency_key ORDER BY i.ord) > 1 THEN 'again'
        WHEN i.precapture IS NOT NULL AND row_number() OVER (PARTITION BY i.precapture ORDER BY i.ord) > 1 THEN 'again'
        WHEN prior.id IS NOT NULL AND prior.created_at < now() - interval '24 hours' THEN 'expired-key'
        WHEN prior.request_hash = i.request_hash THEN 'replayed'
        WHEN prior.id IS NOT NULL THEN 'idempotency-conflict'
        WHEN i.asks AND past.rolled THEN 'rolled-back'
        WHEN i.asks AND s.status = 'COMPLETED' THEN 'closed'
        WHEN i.asks AND i.precapture IS NOT NULL AND bound.id IS NULL THEN 'precapture-mismatch'
        ELSE 'recorded'
      END AS verdict
    FROM item i
    LEFT JOIN LATERAL (SELECT x.epoch FROM organizations x WHERE x.id = i.org) o ON true
    LEFT JOIN LATERAL (SELECT x.* FROM sessions x WHERE x.id = i.session AND x.organization_id = i.org
                       AND (i.simulated IS NULL OR x.simulated = i.simulated)) s ON true
    LEFT JOIN LATERAL (SELECT s.rollback_state = 'RUNNING' OR s.closed_by_rollback AS rolled) past ON true
    LEFT JOIN LATERAL (SELECT x.id, x.request_hash, x.created_at FROM actions x
                       WHERE x.organization_id = i.org AND x.idempotency_key = i.idempotency_key) prior ON true
    LEFT JOIN LATERAL (SELECT x.id FROM snapshots x
                       WHERE x.id = i.precapture AND x.organization_id = i.org AND x.session_id = i.session
                       AND x.api_name = i.api_name AND x.payload_hash = i.payload_hash AND x.action_id IS NULL) bound ON true
  ), costed AS (
    SELECT j.*, CASE WHEN verdict = 'recorded' AND NOT is_simulated AND kept_refusal IS NULL THEN 1 ELSE 0 END AS cost
    FROM judged j
  ), limited AS (
    SELECT c.*, CASE WHEN verdict = 'recorded' AND NOT is_simulated
      AND u.actions + sum(cost) OVER (PARTITION BY c.org ORDER BY c.ord) - cost >= c.quota THEN 'quota' ELSE verdict END AS result
    FROM costed c LEFT JOIN usage_months u ON u.organization_id = c.org AND u.month = this_month
  ), accepted AS (
    SELECT l.*,
      last_sequence + row_number() OVER (PARTITION BY session ORDER BY ord) AS new_sequence,
      CASE WHEN status = 'SUCCESS' THEN last_effect_sequence
        + count(*) FILTER (WHERE status = 'SUCCESS') OVER (PARTITION BY session ORDER BY ord) END AS new_effect_sequence
    FROM limited l WHERE result = 'recorded'
  ), written AS (
    INSERT INTO actions AS a (id, organization_id, session_id, sequence, effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, precapture_id, policy_decision, policy_ids, policy_reason, shadow, violation, refusal, idempotency_key, request_hash)
    SELECT id, org, session, new_sequence, new_effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, bound_id, decision, policy_ids, policy_reason, shadow, kept_violation, kept_refusal, idempotency_key, request_hash
    FROM accepted
    RETURNING a.id, a.created_at
  ), opened AS (
    INSERT INTO approvals AS p (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, expires_at)
    SELECT approval, org, session, id, agent_slug, api_name, summary, payload_hash, now() + approval_ms * interval '1 millisecond'
    FROM accepted WHERE approval IS NOT NULL
    RETURNING p.action_id, p.expires_at
  ), taken AS (
    UPDATE snapshots n SET action_id = a.id FROM accepted a WHERE n.id = a.bound_id
    RETURNING a.id AS taken_by, json_build_object('precaptureId', n.id, 'captureFailed', n.capture_failed, 'reason', n.reason,
      'resource', n.resource, 'capturedAt', n.captured_at) AS taken
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
  )
  SELECT l.ord, l.result, coalesce(a.id, l.prior_id), a.new_sequence::integer, a.new_effect_sequence::integer, a.kept_violation,
    a.kept_refusal, w.created_at, o.expires_at, t.taken
  FROM limited l
  LEFT JOIN accepted a ON a.ord = l.ord
  LEFT JOIN written w ON w.id = a.id
  LEFT JOIN opened o ON o.action_id = a.id
  LEFT JOIN taken t ON t.taken_by = a.id
  ORDER BY l.ord;
END $$;

-- Records outcomes, many in one round trip, under the same locks. Outcome is recorded, same, illegal, stale, again or not-found.
CREATE FUNCTION confirm_actions(organizations uuid[], locked_sessions uuid[], items json)
RETURNS TABLE (ord integer, outcome text, old_status text, action json)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM 1 FROM sessions s WHERE s.id = ANY (locked_sessions) ORDER BY s.id FOR NO KEY UPDATE;

  RETURN QUERY
  WITH item AS (
    SELECT * FROM json_to_recordset(items) AS i(ord integer, org uuid, epoch bigint, session uuid, action uuid, simulated boolean,
      status text, response json, payload_hash text, paused boolean)
  ), judged AS (
    SELECT i.*, s.last_effect_sequence, past.rolled, d.operation_type,
      coalesce(d.violation, CASE
        WHEN d.status = 'BLOCKED' THEN 'blocked'
        WHEN d.status IN ('PENDING_APPROVAL', 'REJECTED') THEN 'unapproved'
        WHEN i.paused THEN 'paused'
        WHEN past.rolled THEN 'after-rollback'
        WHEN s.status = 'COMPLETED' THEN 'after-completion'
        WHEN i.payload_hash <> d.payload_hash THEN 'payload-mismatch' END) AS kept_violation,
      d.status AS was,
      CASE
        WHEN s.id IS NULL OR d.id IS NULL THEN 'not-found'
        WHEN o.epoch IS DISTINCT FROM i.epoch THEN 'stale'
        WHEN row_number() OVER (PARTITION BY i.action ORDER BY i.ord) > 1 THEN 'again'
        WHEN d.status = i.status THEN 'same'
        WHEN i.status IN ('SUCCESS', 'FAILED') AND d.status IN ('CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'UNKNOWN')
          THEN 'recorded'
        ELSE 'illegal'
      END AS result
    FROM item i
    LEFT JOIN LATERAL (SELECT x.epoch FROM organizations x WHERE x.id = i.org) o ON true
    LEFT JOIN LATERAL (SELECT x.* FROM sessions x WHERE x.id = i.session AND x.organization_id = i.org
                       AND (i.simulated IS NULL OR x.simulated = i.simulated)) s ON true
    LEFT JOIN LATERAL (SELECT s.rollback_state = 'RUNNING' OR s.closed_by_rollback AS rolled) past ON true
    LEFT JOIN LATERAL (SELECT x.* FROM actions x WHERE x.id = i.action AND x.session_id = s.id AND x.organization_id = i.org) d ON true
  ), accepted AS (
    SELECT j.*, CASE WHEN status = 'SUCCESS' THEN last_effect_sequence
      + count(*) FILTER (WHERE status = 'SUCCESS') OVER (PARTITION BY session ORDER BY ord) END AS new_effect_sequence
    FROM judged j WHERE result = 'recorded'
  ), written AS (
    UPDATE actions a SET status = c.status, response = coalesce(c.response, a.response), violation = c.kept_violation,
      effect_sequence = c.new_effect_sequence, updated_at = now()
    FROM accepted c WHERE a.id = c.action
    RETURNING a.id, a.status, a.response, a.violation, a.effect_sequence, a.updated_at
  ), counters AS (
    UPDATE sessions s SET
      success = s.success + t.success, failed = s.failed + t.failed, cleared = s.cleared - t.cleared,
      pending_approval = s.pending_approval - t.pending, unknown = s.unknown - t.unknown, reads = s.reads + t.reads,
      late_effects = s.late_effects + t.late, last_effect_sequence = s.last_effect_sequence + t.success,
      last_activity_at = now(), updated_at = now()
    FROM (SELECT session,
            count(*) FILTER (WHERE status = 'SUCCESS') AS success, count(*) FILTER (WHERE status = 'FAILED') AS failed,
            count(*) FILTER (WHERE was = 'CLEARED') AS cleared, count(*) FILTER (WHERE was = 'PENDING_APPROVAL') AS pending,
            count(*) FILTER (WHERE was = 'UNKNOWN') AS unknown,
            count(*) FILTER (WHERE status = 'SUCCESS' AND operation_type = 'READ') AS reads,
            count(*) FILTER (WHERE status = 'SUCCESS' AND operation_type <> 'READ' AND rolled) AS late
          FROM accepted GROUP BY session) t
    WHERE s.id = t.session
  )
  SELECT j.ord, j.result, j.was,
    CASE WHEN j.result IN ('recorded', 'same') THEN (
      SELECT to_json(d) FROM (SELECT x.id, x.session_id, x.sequence, coalesce(w.effect_sequence, x.effect_sequence) AS effect_sequence,
        x.api_name, x.operation_type, x.payload, x.original_payload, coalesce(w.response, x.response) AS response,
        coalesce(w.status, x.status) AS status, x.precapture_id, x.policy_decision, x.policy_ids, x.policy_reason,
        coalesce(w.violation, x.violation) AS violation, x.refusal, x.created_at, coalesce(w.updated_at, x.updated_at) AS updated_at,
        x.approval_id, x.approval_status, x.approval_expires_at, x.snapshot_failed, x.snapshot_reason, x.snapshot_resource,
        x.snapshot_captured_at FROM action_details x WHERE x.id = j.action) d) END
  FROM judged j LEFT JOIN written w ON w.id = j.action AND j.result = 'recorded'
  ORDER BY j.ord;
END $$;
