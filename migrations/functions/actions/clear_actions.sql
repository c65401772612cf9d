-- The short form of record_actions, for asks that are cleared in an active session, by no policy, grant or snapshot
-- (src/actions/ledger/fast-path.ts). It locks, compares and writes the same. Most batches are written whole, so that is tried first:
-- all are counted, which locks the sessions, and written. Where one does not hold, nothing of that has happened: what holds of
-- each call is then looked up with one statement, and what holds is written as before. Only an organization with a call that
-- does not hold has its calls answered one by one.
-- Organizations and sessions are sorted, and each call names its own by their places, from 1. `turns`: which call of its
-- session in this batch it is, from 1; `used_before`: metered calls of its organization before it; null quota: no limit holds.
-- The fewer statements in it, the better: beginning and ending them is most of what one call costs. An assignment is none,
-- where PERFORM is one.
CREATE OR REPLACE FUNCTION clear_actions(organizations uuid[], in_sessions uuid[], organization_calls integer[],
  session_calls integer[], session_writes integer[], ids uuid[], organization_places integer[], session_places integer[],
  turns integer[], used_before integer[], epochs bigint[], simulations boolean[], quotas bigint[], api_names text[],
  operation_types text[], payloads text[], payload_hashes text[], idempotency_keys uuid[], request_hashes text[],
  tool_calls text[], traces text[])
RETURNS json LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
AS $$
DECLARE
  spoken_for text;
  this_month date := usage_month();
  held record;
  used bigint[];
  current_epochs bigint[];
  taken integer[] := organization_calls;
  written boolean[];
  answers json;
  added integer;
  counted record;
  done text;
BEGIN
  spoken_for := set_config('app.organizations', organizations::text, true);
  BEGIN
    held := count_cleared(in_sessions, session_calls, session_writes);
    used := take_usage(organizations, this_month, organization_calls);
    current_epochs := epochs_of(organizations);
    INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status,
      policy_decision, idempotency_key, request_hash, tool_call_id, traceparent)
    SELECT c.id, organizations[c.org], in_sessions[c.session], held.last_sequences[c.session] + c.turn, c.api_name, c.operation_type,
      c.payload::json, c.payload_hash, 'CLEARED', 'ALLOW', c.key, c.request_hash, c.tool_call, c.trace
    FROM unnest(ids, organization_places, session_places, turns, used_before, epochs, simulations, quotas, api_names,
        operation_types, payloads, payload_hashes, idempotency_keys, request_hashes, tool_calls, traces)
      AS c(id, org, session, turn, before, epoch, simulated, quota, api_name, operation_type, payload, payload_hash, key, request_hash,
        tool_call, trace)
    WHERE current_epochs[c.org] = c.epoch AND held.owners[c.session] = organizations[c.org] AND held.statuses[c.session] = 'ACTIVE'
      AND NOT held.rolled[c.session] AND (c.simulated IS NULL OR held.simulations[c.session] = c.simulated)
      AND (c.quota IS NULL OR used[c.org] + c.before < c.quota);
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added < cardinality(ids) THEN RAISE no_data_found; END IF;
    done := count_transitions(held.owners, held.simulations, NULL, 'CLEARED', session_calls);
    RETURN json_build_object('at', now()::timestamptz(3), 'last', held.last_sequences, 'answers', NULL);
  EXCEPTION
    -- A key that was used before fails in its unique index: nearly all are new, so none is looked up first.
    WHEN no_data_found OR unique_violation THEN NULL;
  END;

  held := lock_and_read_sessions(in_sessions);
  used := take_usage(organizations, this_month, organization_calls);
  current_epochs := epochs_of(organizations);
  WITH found AS (
    SELECT c.*, current_epochs[c.org] IS NOT DISTINCT FROM c.epoch AS epoch_holds,
      CASE WHEN held.owners[c.session] = organizations[c.org] AND (c.simulated IS NULL OR held.simulations[c.session] = c.simulated)
        THEN held.statuses[c.session] END AS status,
      held.rolled[c.session] AS is_rolled, prior.id AS prior_id, prior.request_hash AS prior_hash, prior.created_at AS prior_at
    FROM unnest(organization_places, session_places, epochs, simulations, quotas, idempotency_keys)
      WITH ORDINALITY AS c(org, session, epoch, simulated, quota, key, ord)
    LEFT JOIN LATERAL (SELECT x.id, x.request_hash, x.created_at FROM actions x
                       WHERE x.organization_id = organizations[c.org] AND x.idempotency_key = c.key LIMIT 1) prior ON true
  ), compared AS (
    SELECT f.*, coalesce(epoch_holds AND status = 'ACTIVE' AND NOT is_rolled AND prior_id IS NULL, false) AS fits FROM found f
  ), limited AS (
    SELECT c.*, quota IS NULL OR used[org] + count(quota) FILTER (WHERE fits) OVER earlier < quota AS quota_left
    FROM compared c WINDOW earlier AS (PARTITION BY org ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), numbered AS (
    SELECT l.*, coalesce(fits AND quota_left, false) AS is_written,
      count(*) FILTER (WHERE fits AND quota_left) OVER (PARTITION BY session ORDER BY ord) AS turn,
      bool_and(coalesce(fits AND quota_left, false)) OVER (PARTITION BY org) AS all_hold
    FROM limited l
  )
  SELECT array_agg(is_written ORDER BY ord), array_agg(turn ORDER BY ord),
    json_agg(CASE WHEN NOT all_hold THEN json_build_object(
      'written', is_written, 'epochHolds', epoch_holds, 'sessionStatus', status, 'isRolled', is_rolled,
      'fits', false, 'grantId', NULL, 'quotaLeft', quota_left, 'prior', CASE WHEN prior_id IS NOT NULL THEN
        json_build_object('id', prior_id, 'requestHash', prior_hash, 'createdAt', prior_at,
          'action', shared_action(organizations[org], prior_id)) END,
      'sequence', held.last_sequences[session] + turn, 'effectSequence', NULL, 'snapshot', NULL) END ORDER BY ord)
  INTO written, turns, answers FROM numbered;
  SELECT array_agg((SELECT count(c.quota) FROM unnest(organization_places, quotas, written) AS c(org, quota, is_written)
                    WHERE c.org = o.place AND c.is_written) ORDER BY o.place)
  INTO organization_calls FROM generate_subscripts(organizations, 1) AS o(place);
  SELECT array_agg(o.calls - o.taken ORDER BY o.place) INTO taken
  FROM unnest(organization_calls, taken) WITH ORDINALITY AS o(calls, taken, place);
  PERFORM take_usage(organizations, this_month, taken);
  SELECT array_agg(t.calls ORDER BY s.place), array_agg(t.writes ORDER BY s.place) INTO session_calls, session_writes
  FROM generate_subscripts(in_sessions, 1) AS s(place), LATERAL (
    SELECT count(*) AS calls, count(*) FILTER (WHERE c.operation_type <> 'READ') AS writes
    FROM unnest(session_places, operation_types, written) AS c(session, operation_type, is_written)
    WHERE c.session = s.place AND c.is_written) t;

  IF true = ANY (written) THEN
    INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status,
      policy_decision, idempotency_key, request_hash, tool_call_id, traceparent)
    SELECT c.id, organizations[c.org], in_sessions[c.session], held.last_sequences[c.session] + c.turn, c.api_name, c.operation_type,
      c.payload::json, c.payload_hash, 'CLEARED', 'ALLOW', c.key, c.request_hash, c.tool_call, c.trace
    FROM unnest(ids, organization_places, session_places, turns, api_names, operation_types, payloads, payload_hashes,
        idempotency_keys, request_hashes, tool_calls, traces, written)
      AS c(id, org, session, turn, api_name, operation_type, payload, payload_hash, key, request_hash, tool_call, trace, is_written)
    WHERE c.is_written;
    counted := count_cleared(in_sessions, session_calls, session_writes);
    done := count_transitions(held.owners, held.simulations, NULL, 'CLEARED', session_calls);
  END IF;
  RETURN json_build_object('at', now()::timestamptz(3), 'last', held.last_sequences, 'turns', turns, 'answers', answers);
END $$;
