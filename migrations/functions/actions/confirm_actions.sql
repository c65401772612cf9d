-- Records outcomes, many in one round trip, as record_actions logs calls: what the service decided is written only where the
-- action and its session still are as it expected. Every item is answered with the action as it was found.
CREATE OR REPLACE FUNCTION confirm_actions(organizations uuid[], locked_sessions uuid[], items json) RETURNS json
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  answers json;
  counted json;
  noted json;
  ids uuid[];
  statuses text[];
  responses json[];
  violations text[];
  effect_sequences integer[];
  redactions jsonb[];
  seals jsonb[];
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM lock_sessions(locked_sessions);

  WITH item AS (
    SELECT * FROM json_to_recordset(items) AS i(ord integer, org uuid, epoch bigint, session uuid, action uuid, simulated boolean,
      session_status text, rolled boolean, was text, is_read boolean, was_violation text, was_hash text, edited boolean,
      status text, violation text, response json, takes_effect boolean, counts json, note json, lapsed boolean,
      redacted jsonb, sealed jsonb)
  ), found AS (
    SELECT i.*, s.status AS status_found, s.rolled AS rolled_found, s.last_effect_sequence,
      o.epoch IS NOT DISTINCT FROM i.epoch AS epoch_holds, d.id AS action_found, d.shown,
      d.status = i.was AND (d.operation_type = 'READ') = i.is_read AND d.violation IS NOT DISTINCT FROM i.was_violation
        AND d.payload_hash = coalesce(i.was_hash, d.payload_hash) AND (d.original_payload IS NOT NULL) = i.edited
        AND NOT d.performed AS action_fits,
      -- The job that records it may be late.
      coalesce(d.approval_decided_as = 'LAPSED' OR d.approval_usable_until <= now(), false) AS lapsed_found
    FROM item i
    LEFT JOIN LATERAL (SELECT x.epoch FROM organization_states x WHERE x.id = i.org LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT x.* FROM session_states x WHERE x.id = i.session AND x.organization_id = i.org
                       AND (i.simulated IS NULL OR x.simulated = i.simulated) LIMIT 1) s ON true
    -- By its id alone, as in confirm_cleared.
    LEFT JOIN LATERAL (SELECT x.*, to_json(x) AS shown FROM shown_actions x
                       WHERE x.id = i.action AND x.organization_id = i.org LIMIT 1) d
      ON d.session_id = i.session
  ), compared AS (
    SELECT f.*, coalesce(epoch_holds AND status_found = session_status AND rolled_found = rolled AND action_fits
      AND lapsed_found = coalesce(lapsed, lapsed_found), false) AS written
    FROM found f
  ), numbered AS (
    SELECT c.*, last_effect_sequence
      + count(*) FILTER (WHERE written AND takes_effect) OVER (PARTITION BY session ORDER BY ord) AS new_effect_sequence
    FROM compared c
  )
  SELECT
    json_agg(json_build_object('written', written, 'epochHolds', epoch_holds, 'sessionStatus', status_found,
      'isRolled', rolled_found, 'isLapsed', lapsed_found, 'effectSequence', new_effect_sequence,
      'action', CASE WHEN status_found IS NOT NULL AND NOT is_large(shown) THEN shown END,
      'isLarge', status_found IS NOT NULL AND is_large(shown)) ORDER BY ord),
    json_agg(counts) FILTER (WHERE written),
    json_agg(note) FILTER (WHERE written),
    array_agg(action_found ORDER BY ord) FILTER (WHERE written),
    array_agg(status ORDER BY ord) FILTER (WHERE written),
    array_agg(response ORDER BY ord) FILTER (WHERE written),
    array_agg(violation ORDER BY ord) FILTER (WHERE written),
    array_agg(CASE WHEN takes_effect THEN new_effect_sequence END ORDER BY ord) FILTER (WHERE written),
    array_agg(redacted ORDER BY ord) FILTER (WHERE written),
    array_agg(sealed ORDER BY ord) FILTER (WHERE written)
  INTO answers, counted, noted, ids, statuses, responses, violations, effect_sequences, redactions, seals
  FROM numbered;

  IF counted IS NOT NULL THEN
    -- By their places, as in confirm_cleared.
    UPDATE actions a SET status = statuses[array_position(ids, a.id)],
      response = coalesce(responses[array_position(ids, a.id)], a.response), violation = violations[array_position(ids, a.id)],
      effect_sequence = coalesce(effect_sequences[array_position(ids, a.id)], a.effect_sequence), updated_at = now(),
      redacted = CASE WHEN responses[array_position(ids, a.id)] IS NULL THEN a.redacted
        ELSE redacted_with_answer(a.redacted, redactions[array_position(ids, a.id)]) END,
      sealed = CASE WHEN responses[array_position(ids, a.id)] IS NULL THEN a.sealed
        ELSE sealed_with_answer(a.sealed, seals[array_position(ids, a.id)]) END
    WHERE a.id = ANY (ids) AND a.organization_id = ANY (organizations);
    PERFORM count_in_sessions(counted);
    PERFORM note_action_changes(noted);
  END IF;
  RETURN json_build_object('at', now()::timestamptz(3), 'answers', answers);
END $$;
