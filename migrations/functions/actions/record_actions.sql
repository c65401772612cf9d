-- Logs many calls of many organizations in one round trip. Locks come first and always in the same order (sessions by
-- id, then usage by organization), so that everything after them sees, and changes, what no one else can. A grant clears
-- a call that would have to wait for an approval, if no policy that the grant does not cover holds the call up.
-- Every row is reached by its index, one item at a time (hence LIMIT 1), by a plan made once: how full the tables were when a
-- connection first planned must not decide how it reads them ever after.
-- Answers one row per item; outcome is recorded, replayed, expired-key, idempotency-conflict, stale, again, no-session,
-- closed, rolled-back, precapture-mismatch or quota.
CREATE OR REPLACE FUNCTION record_actions(organizations uuid[], locked_sessions uuid[], items json)
RETURNS TABLE (ord integer, outcome text, action_id uuid, sequence integer, effect_sequence integer, violation text,
               refusal text, recorded_at timestamptz, expires_at timestamptz, snapshot json, granted_by uuid)
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
  WITH RECURSIVE item AS (
    SELECT * FROM json_to_recordset(items) AS i(
      ord integer, org uuid, epoch bigint, quota bigint, id uuid, session uuid, simulated boolean, api_name text,
      operation_type text, payload json, payload_hash text, response json, status text, asks boolean, violation text,
      refusal text, decision text, policy_ids uuid[], policy_reason text, shadow json, precapture uuid, idempotency_key text,
      request_hash text, approval uuid, approval_ms bigint, agent_slug text, summary text,
      required_approvals integer, grantable boolean, gates uuid[])
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
                         is_rolled(x) AS rolled
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
  ), claims AS (
    SELECT n.ord, n.org, n.session, n.api_name, n.gates, row_number() OVER (ORDER BY n.ord) AS turn
    FROM numbered n WHERE n.result = 'recorded' AND n.grantable AND coalesce(n.required_approvals, 1) = 1
  ), served (turn, ord, grant_id, used) AS (
    -- One call after the other takes the grant that ends first and has a use left, those that this batch took counted.
    SELECT 0::bigint, NULL::integer, NULL::uuid, '{}'::uuid[]
    UNION ALL
    SELECT c.turn, c.ord, g.id, CASE WHEN g.id IS NULL THEN v.used ELSE v.used || g.id END
    FROM served v
    JOIN claims c ON c.turn = v.turn + 1
    LEFT JOIN LATERAL (SELECT x.id FROM approval_grants x
                       WHERE x.session_id = c.session AND x.organization_id = c.org AND x.revoked_at IS NULL
                       AND x.expires_at > clock_timestamp() AND x.uses + cardinality(array_positions(v.used, x.id)) < x.max_uses
                       AND matches_pattern(c.api_name, x.api_name_pattern) AND x.gates @> c.gates
                       ORDER BY x.expires_at, x.id LIMIT 1) g ON true
  ), spent AS (
    UPDATE approval_grants g SET uses = g.uses + t.times
    FROM (SELECT v.grant_id, count(*) AS times FROM served v WHERE v.grant_id IS NOT NULL GROUP BY v.grant_id) t
    WHERE g.id = t.grant_id
  ), accepted AS NOT MATERIALIZED (
    SELECT n.id, n.org, n.session, n.new_sequence, n.new_effect_sequence, n.api_name, n.operation_type, n.payload, n.payload_hash,
      n.response, n.bound_id, n.decision, n.policy_ids, n.policy_reason, n.shadow, n.kept_violation, n.kept_refusal,
      n.idempotency_key, n.request_hash, n.agent_slug, n.summary, n.approval_ms, n.required_approvals, n.is_simulated, n.rolled, n.cost,
      v.grant_id,
      CASE WHEN v.grant_id IS NULL THEN n.status ELSE 'CLEARED' END AS status,
      CASE WHEN v.grant_id IS NULL THEN n.approval END AS approval
    FROM numbered n LEFT JOIN served v ON v.ord = n.ord
    WHERE n.result = 'recorded'
  ), written AS (
    INSERT INTO actions (id, organization_id, session_id, sequence, effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, precapture_id, policy_decision, policy_ids, policy_reason, shadow, violation, refusal, idempotency_key, request_hash,
      grant_id)
    SELECT id, org, session, new_sequence, new_effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, bound_id, decision, policy_ids, policy_reason, shadow, kept_violation, kept_refusal, idempotency_key, request_hash,
      grant_id
    FROM accepted
  ), opened AS (
    INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, expires_at,
      required_approvals)
    SELECT approval, org, session, id, agent_slug, api_name, summary, payload_hash, now() + approval_ms * interval '1 millisecond',
      coalesce(required_approvals, 1)
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
    (now() + n.approval_ms * interval '1 millisecond')::timestamptz(3), n.taken,
    (SELECT v.grant_id FROM served v WHERE v.ord = n.ord)
  FROM numbered n ORDER BY n.ord;
END $$;
