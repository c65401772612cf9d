-- The short form of confirm_actions, for the success of calls that are cleared still, in an active session
-- (src/actions/ledger/fast-path.ts). It locks, compares, answers and writes the same; places and turns are those of clear_actions.
CREATE OR REPLACE FUNCTION confirm_cleared(organizations uuid[], in_sessions uuid[], session_calls integer[], session_reads integer[],
  ids uuid[], organization_places integer[], session_places integer[], turns integer[], epochs bigint[], simulations boolean[],
  reads boolean[], payload_hashes text[], responses text[])
RETURNS json LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
AS $$
DECLARE
  spoken_for text;
  held record;
  current_epochs bigint[];
  written boolean[];
  answers json;
  done text;
BEGIN
  spoken_for := set_config('app.organizations', organizations::text, true);
  held := lock_and_read_sessions(in_sessions);
  current_epochs := epochs_of(organizations);
  WITH found AS (
    SELECT c.*, current_epochs[c.org] IS NOT DISTINCT FROM c.epoch AS epoch_holds, held.rolled[c.session] AS is_rolled,
      CASE WHEN held.owners[c.session] = organizations[c.org] AND (c.simulated IS NULL OR held.simulations[c.session] = c.simulated)
        THEN held.statuses[c.session] END AS session_status,
      d.shown,
      d.status = 'CLEARED' AND (d.operation_type = 'READ') = c.is_read AND d.violation IS NULL
        AND d.payload_hash = coalesce(c.hash, d.payload_hash) AND d.original_payload IS NULL AND NOT d.performed
        AND coalesce(d.approval_usable_until > now(), true) AS action_holds
    FROM unnest(ids, organization_places, session_places, epochs, simulations, reads, payload_hashes)
      WITH ORDINALITY AS c(id, org, session, epoch, simulated, is_read, hash, ord)
    -- By its id alone: the index of a session's actions looks as good while the table is nearly empty.
    LEFT JOIN LATERAL (SELECT x.*, to_json(x) AS shown FROM shown_actions x
                       WHERE x.id = c.id AND x.organization_id = organizations[c.org] LIMIT 1) d
      ON d.session_id = in_sessions[c.session]
  ), compared AS (
    SELECT f.*, coalesce(epoch_holds AND session_status = 'ACTIVE' AND NOT is_rolled AND action_holds, false) AS is_written FROM found f
  )
  SELECT array_agg(is_written ORDER BY ord), json_agg(json_build_object('written', is_written, 'epochHolds', epoch_holds,
    'sessionStatus', session_status, 'isRolled', is_rolled,
    'action', CASE WHEN session_status IS NOT NULL AND NOT is_large(shown) THEN shown END,
    'isLarge', session_status IS NOT NULL AND is_large(shown)) ORDER BY ord)
  INTO written, answers FROM compared;

  IF false = ANY (written) THEN
    SELECT array_agg(c.turn ORDER BY c.ord) INTO turns
    FROM (SELECT w.ord, count(*) FILTER (WHERE w.is_written) OVER (PARTITION BY w.session ORDER BY w.ord) AS turn
          FROM unnest(session_places, written) WITH ORDINALITY AS w(session, is_written, ord)) c;
    SELECT array_agg(t.calls ORDER BY s.place), array_agg(t.reads ORDER BY s.place) INTO session_calls, session_reads
    FROM generate_subscripts(in_sessions, 1) AS s(place), LATERAL (
      SELECT count(*) AS calls, count(*) FILTER (WHERE c.is_read) AS reads
      FROM unnest(session_places, confirm_cleared.reads, written) AS c(session, is_read, is_written)
      WHERE c.session = s.place AND c.is_written) t;
  END IF;

  IF true = ANY (written) THEN
    -- By its place each action finds its outcome; a join would compare each action with each.
    UPDATE actions a SET status = 'SUCCESS', response = coalesce(responses[array_position(ids, a.id)]::json, a.response),
      effect_sequence = held.last_effect_sequences[session_places[array_position(ids, a.id)]] + turns[array_position(ids, a.id)],
      updated_at = now()
    WHERE a.id = ANY (ids) AND a.organization_id = ANY (organizations) AND written[array_position(ids, a.id)];
    done := count_confirmed(in_sessions, session_calls, session_reads);
    done := count_transitions(held.owners, held.simulations, 'CLEARED', 'SUCCESS', session_calls);
  END IF;
  RETURN json_build_object('at', now()::timestamptz(3), 'last', held.last_effect_sequences, 'turns', turns, 'answers', answers);
END $$;
