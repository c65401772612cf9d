-- Logs calls that windows of policies look at, as record_actions does. The service has decided what becomes of each on what it
-- expects of its windows: whether each comes, with this call, over its limit. Under their locks that is compared, in the order
-- of the calls. A call is logged only where it is as expected both with and without the calls before it in this batch, which may
-- turn out not to be logged; otherwise it is answered with what is true. So a limit is never exceeded and never falls short,
-- whatever is asked at once in however many processes. Locks come in the order of record_actions, and the windows last.
CREATE OR REPLACE FUNCTION record_windowed_actions(organizations uuid[], locked_sessions uuid[], items json) RETURNS json
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  totals jsonb;
  -- Both are by the place of a window: the fitting calls so far add this to it, and this with the present call.
  earlier numeric[] := '{}';
  later numeric[] := '{}';
  test record;
  alone boolean;
  above boolean;
  fits boolean := true;
  truths boolean[] := '{}';
  -- Both are by the place of a call.
  fitting boolean[] := '{}';
  truths_of json[] := '{}';
  recorded json;
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM lock_sessions(locked_sessions);
  PERFORM lock_usage(organizations, usage_month());
  totals := lock_windows((
    SELECT json_agg(json_build_object('org', a.org, 'id', a.id, 'seconds', a.seconds)) FROM (
      SELECT DISTINCT i.org, w.id, w.seconds
      FROM json_to_recordset(items) AS i(org uuid, windows json), json_to_recordset(i.windows) AS w(id uuid, seconds integer)) a));

  FOR test IN
    SELECT i.ord, i.status IN ('CLEARED', 'SUCCESS') AS counts, w.amount, w.operator, w.value, w.expected,
      dense_rank() OVER (ORDER BY i.org, w.id) AS place, (totals ->> (i.org || ' ' || w.id))::numeric AS total,
      lead(i.ord) OVER (ORDER BY i.ord) IS DISTINCT FROM i.ord AS is_last
    FROM json_to_recordset(items) AS i(ord integer, org uuid, status text, windows json),
      ROWS FROM (json_to_recordset(i.windows) AS (id uuid, amount numeric, operator text, value numeric, expected boolean))
        WITH ORDINALITY AS w(id, amount, operator, value, expected, at)
    ORDER BY i.ord, w.at
  LOOP
    alone := exceeds(test.total + test.amount, test.operator, test.value);
    above := exceeds(test.total + coalesce(earlier[test.place], 0) + test.amount, test.operator, test.value);
    fits := fits AND coalesce(above = test.expected AND alone = test.expected, true);
    truths := array_append(truths, above);
    later[test.place] := coalesce(earlier[test.place], 0) + test.amount;
    CONTINUE WHEN NOT test.is_last;
    fitting[test.ord + 1] := fits;
    IF NOT fits THEN truths_of[test.ord + 1] := array_to_json(truths); END IF;
    IF fits AND test.counts THEN earlier := later; ELSE later := earlier; END IF;
    fits := true;
    truths := '{}';
  END LOOP;

  IF true = ANY (fitting) THEN
    recorded := record_actions(organizations, locked_sessions, CASE WHEN true = ALL (fitting) THEN items ELSE (
      SELECT json_agg(i.value ORDER BY i.at) FROM json_array_elements(items) WITH ORDINALITY AS i(value, at) WHERE fitting[i.at]) END);
    PERFORM keep_window_calls((
      SELECT json_agg(json_build_object('org', i.org, 'action', i.id, 'counts', i.status IN ('CLEARED', 'SUCCESS'), 'windows', i.windows))
      FROM (SELECT f.*, row_number() OVER (ORDER BY f.ord) AS at
            FROM json_to_recordset(items) AS f(ord integer, org uuid, id uuid, status text, windows json) WHERE fitting[f.ord + 1]) i
      JOIN json_array_elements(recorded -> 'answers') WITH ORDINALITY AS r(value, at) ON r.at = i.at AND (r.value ->> 'written')::boolean
      WHERE i.status <> 'BLOCKED'));
  END IF;
  IF true = ALL (fitting) THEN RETURN recorded; END IF;

  RETURN json_build_object('at', now()::timestamptz(3), 'answers', (
    SELECT json_agg(CASE WHEN fitting[i.ord + 1] THEN recorded -> 'answers' -> (i.turn - 1) ELSE
      json_build_object('written', false, 'epochHolds', true, 'sessionStatus', i.session_status, 'isRolled', i.rolled, 'fits', i.fits,
        'grantId', i.grant_id, 'quotaLeft', true, 'prior', NULL, 'sequence', 0, 'effectSequence', NULL, 'snapshot', NULL,
        'windows', truths_of[i.ord + 1]) END ORDER BY i.ord)
    FROM (SELECT f.*, (count(*) FILTER (WHERE fitting[f.ord + 1]) OVER (ORDER BY f.ord))::integer AS turn
          FROM json_to_recordset(items) AS f(ord integer, session_status text, rolled boolean, fits boolean, grant_id uuid)) i));
END $$;
