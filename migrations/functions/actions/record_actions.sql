-- Logs many calls of many organizations in one round trip. The service has decided what becomes of each (transition.ts) on
-- what it expects; a call is written only where that holds under the locks, and otherwise answered with what is true. Locks
-- come first and always in the same order: sessions by id, then usage by organization.
-- Every row is reached by its index, one item at a time (hence LIMIT 1), by a plan made once: how full the tables were when a
-- connection first planned must not decide how it reads them ever after.
CREATE OR REPLACE FUNCTION record_actions(organizations uuid[], locked_sessions uuid[], items json) RETURNS json
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  this_month date := usage_month();
  answers json;
  counted json;
  noted json;
  opened json;
  called json;
  granted uuid[];
  granting uuid[];
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM lock_sessions(locked_sessions);
  PERFORM lock_usage(organizations, this_month);

  WITH item AS (
    SELECT * FROM json_to_recordset(items) AS i(
      ord integer, org uuid, epoch bigint, session uuid, simulated boolean,
      session_status text, rolled boolean, fits boolean, fingerprints uuid[], grant_id uuid, quota bigint, cost integer,
      id uuid, api_name text, operation_type text, payload json, payload_hash text, response json, status text, violation text,
      refusal text, decision text, policy_ids uuid[], policy_reason text, shadow json, precapture uuid, idempotency_key uuid,
      request_hash text, tool_call_id text, traceparent text, performed boolean, takes_effect boolean, counts json, note json, approval json,
      redacted jsonb, sealed jsonb, seen_calls integer)
  ), found AS (
    SELECT i.*, s.status AS status_found, s.rolled AS rolled_found, s.last_sequence, s.last_effect_sequence, u.actions AS used,
      o.epoch IS NOT DISTINCT FROM i.epoch AS epoch_holds, prior.id AS prior_id, prior.request_hash AS prior_hash,
      prior.created_at AS prior_at, bound.id AS bound_id, bound.captured,
      CASE WHEN i.fingerprints IS NOT NULL THEN usable_grant(i.org, i.session, i.api_name, i.tool_call_id, i.fingerprints, i.grant_id) END AS usable_grant
    FROM item i
    LEFT JOIN LATERAL (SELECT x.epoch FROM organization_states x WHERE x.id = i.org LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT x.actions FROM usage_months x WHERE x.organization_id = i.org AND x.month = this_month LIMIT 1) u ON true
    LEFT JOIN LATERAL (SELECT x.* FROM session_states x WHERE x.id = i.session AND x.organization_id = i.org
                       AND (i.simulated IS NULL OR x.simulated = i.simulated) LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT x.id, x.request_hash, x.created_at FROM actions x
                       WHERE x.organization_id = i.org AND x.idempotency_key = i.idempotency_key LIMIT 1) prior ON true
    LEFT JOIN LATERAL (SELECT x.id, json_build_object('captureFailed', x.capture_failed, 'reason', x.reason,
                         'resource', x.resource, 'capturedAt', x.captured_at) AS captured FROM snapshots x
                       WHERE x.id = i.precapture AND x.organization_id = i.org AND x.session_id = i.session
                       AND x.api_name = i.api_name AND x.payload_hash = i.payload_hash AND x.action_id IS NULL
                       AND x.captured_at > now() - interval '1 hour' LIMIT 1) bound ON true
  ), compared AS (
    SELECT f.*, coalesce(epoch_holds AND status_found = session_status AND rolled_found = rolled AND prior_id IS NULL
        AND (bound_id IS NOT NULL) = fits, false) AND usable_grant IS NOT DISTINCT FROM grant_id
      -- Policies have read what the session did before: no other call may have come since, nor stand before it in this batch.
      AND (seen_calls IS NULL
        OR (seen_calls = last_sequence AND row_number() OVER (PARTITION BY session ORDER BY ord) = 1)) AS fits_state
    FROM found f
  ), limited AS (
    SELECT c.*, quota IS NULL
      OR used + coalesce(sum(cost) FILTER (WHERE fits_state) OVER earlier, 0) < quota AS quota_left
    FROM compared c WINDOW earlier AS (PARTITION BY org ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), numbered AS (
    SELECT l.*, fits_state AND quota_left AS written,
      last_sequence + count(*) FILTER (WHERE fits_state AND quota_left) OVER earlier AS new_sequence,
      last_effect_sequence + count(*) FILTER (WHERE fits_state AND quota_left AND takes_effect) OVER earlier AS new_effect_sequence
    FROM limited l WINDOW earlier AS (PARTITION BY session ORDER BY ord)
  ), logged AS (
    INSERT INTO actions (id, organization_id, session_id, sequence, effect_sequence, api_name, operation_type, payload, payload_hash,
      response, status, precapture_id, policy_decision, policy_ids, policy_reason, shadow, violation, refusal, idempotency_key,
      request_hash, grant_id, tool_call_id, traceparent, performed, redacted, sealed)
    SELECT id, org, session, new_sequence, CASE WHEN takes_effect THEN new_effect_sequence END, api_name, operation_type, payload,
      payload_hash, response, status, bound_id, decision, policy_ids, policy_reason, shadow, violation, refusal, idempotency_key,
      request_hash, grant_id, tool_call_id, traceparent, performed, redacted, sealed
    FROM numbered WHERE written
  ), bound AS (
    UPDATE snapshots n SET action_id = w.id FROM numbered w
    WHERE w.written AND n.organization_id = w.org AND n.id = w.bound_id
  ), metered AS (
    UPDATE usage_months u SET actions = u.actions + t.cost
    FROM (SELECT org, sum(cost) AS cost FROM numbered WHERE written AND cost > 0 GROUP BY org) t
    WHERE u.organization_id = t.org AND u.month = this_month
  )
  SELECT
    json_agg(json_build_object('written', written, 'epochHolds', epoch_holds, 'sessionStatus', status_found,
      'isRolled', rolled_found, 'fits', bound_id IS NOT NULL, 'grantId', usable_grant, 'quotaLeft', quota_left,
      'prior', CASE WHEN prior_id IS NOT NULL THEN json_build_object('id', prior_id, 'requestHash', prior_hash,
        'createdAt', prior_at, 'action', shared_action(org, prior_id)) END,
      'sequence', new_sequence, 'effectSequence', CASE WHEN takes_effect THEN new_effect_sequence END, 'snapshot', captured)
      ORDER BY ord),
    json_agg(counts) FILTER (WHERE written),
    json_agg(note) FILTER (WHERE written),
    json_agg(approval) FILTER (WHERE written AND approval IS NOT NULL),
    json_agg(json_build_object('org', org, 'id', id, 'session', session, 'operation_type', operation_type, 'status', status))
      FILTER (WHERE written AND performed),
    array_agg(org ORDER BY ord) FILTER (WHERE written AND grant_id IS NOT NULL),
    array_agg(grant_id ORDER BY ord) FILTER (WHERE written AND grant_id IS NOT NULL)
  INTO answers, counted, noted, opened, called, granting, granted
  FROM numbered;

  IF counted IS NOT NULL THEN
    PERFORM count_in_sessions(counted);
    PERFORM note_action_changes(noted);
  END IF;
  IF opened IS NOT NULL THEN PERFORM open_approvals(opened); END IF;
  IF called IS NOT NULL THEN PERFORM open_calls(called); END IF;
  IF granted IS NOT NULL THEN PERFORM use_grants(granting, granted); END IF;
  RETURN json_build_object('at', now()::timestamptz(3), 'answers', answers);
END $$;
