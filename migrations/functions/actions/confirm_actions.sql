-- Records outcomes, many in one round trip, under the locks of record_actions. Outcome is recorded, same, illegal, stale,
-- again or not-found.
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
        -- Edited arguments were approved, and the client does not say that they are what ran.
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
                         is_rolled(x) AS rolled
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
      n.new_status AS status, n.precapture_id, n.policy_decision, n.policy_ids, n.policy_reason, n.shadow, n.grant_id,
      CASE n.result WHEN 'same' THEN n.violation ELSE n.kept_violation END AS violation, n.refusal, n.created_at,
      CASE n.result WHEN 'same' THEN n.updated_at ELSE now()::timestamptz(3) END AS updated_at,
      n.approval_id, n.approval_status, n.approval_expires_at, n.snapshot_failed, n.snapshot_reason, n.snapshot_resource,
      n.snapshot_captured_at) d) END
  FROM numbered n
  ORDER BY n.ord;
END $$;
