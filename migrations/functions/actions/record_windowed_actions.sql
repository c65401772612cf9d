-- Logs calls that windows of policies look at, as record_actions does. The service has decided what becomes of each on what it
-- expects of its windows: whether each comes, with this call, over its limit. Under their locks that is compared, in the order
-- of the calls. A call is logged only where it is as expected both with and without the calls before it in this batch, which may
-- turn out not to be logged; otherwise it is answered with what is true. So a limit is never exceeded and never falls short,
-- whatever is asked at once in however many processes. Locks come in the order of record_actions, and the windows last.
CREATE OR REPLACE FUNCTION record_windowed_actions(organizations uuid[], locked_sessions uuid[], items json) RETURNS json
LANGUAGE plpgsql
AS $$
DECLARE
  totals jsonb;
  earlier jsonb := '{}';
  item record;
  test record;
  key text;
  base numeric;
  above boolean;
  alone boolean;
  fits boolean;
  truths boolean[];
  fitting json[] := '{}';
  answers json[] := '{}';
  recorded json;
  kept json;
  of_fitting integer := 0;
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM lock_sessions(locked_sessions);
  PERFORM lock_usage(organizations, usage_month());
  totals := hold_windows((
    SELECT json_agg(json_build_object('org', i.value ->> 'org', 'id', w.value ->> 'id', 'seconds', (w.value ->> 'seconds')::integer))
    FROM json_array_elements(items) AS i, json_array_elements(i.value -> 'windows') AS w));

  FOR item IN SELECT i.value AS json, i.value ->> 'org' AS org, i.value ->> 'status' AS status FROM json_array_elements(items) AS i LOOP
    fits := true;
    truths := '{}';
    FOR test IN SELECT * FROM json_to_recordset(item.json -> 'windows')
        AS w(id uuid, amount numeric, operator text, value numeric, expected boolean) LOOP
      key := item.org || ' ' || test.id;
      base := (totals ->> key)::numeric + test.amount;
      alone := exceeds(base, test.operator, test.value);
      above := exceeds(base + coalesce((earlier ->> key)::numeric, 0), test.operator, test.value);
      fits := fits AND coalesce(above = test.expected AND alone = test.expected, true);
      truths := array_append(truths, above);
    END LOOP;
    IF fits THEN
      fitting := array_append(fitting, item.json);
      answers := array_append(answers, NULL::json);
      IF item.status IN ('CLEARED', 'SUCCESS') THEN
        SELECT earlier || coalesce(jsonb_object_agg(item.org || ' ' || w.id,
            coalesce((earlier ->> (item.org || ' ' || w.id))::numeric, 0) + w.amount), '{}') INTO earlier
        FROM json_to_recordset(item.json -> 'windows') AS w(id uuid, amount numeric);
      END IF;
    ELSE
      answers := array_append(answers, json_build_object('written', false, 'epochHolds', true, 'sessionStatus', item.json -> 'session_status',
        'isRolled', item.json -> 'rolled', 'fits', item.json -> 'fits', 'grantId', item.json -> 'grant_id', 'quotaLeft', true,
        'prior', NULL, 'sequence', 0, 'effectSequence', NULL, 'snapshot', NULL, 'windows', array_to_json(truths)));
    END IF;
  END LOOP;

  recorded := record_actions(organizations, locked_sessions, array_to_json(fitting));
  SELECT json_agg(json_build_object('org', f.value ->> 'org', 'action', f.value ->> 'id', 'id', w.value ->> 'id',
    'amount', w.value ->> 'amount', 'counts', f.value ->> 'status' IN ('CLEARED', 'SUCCESS'), 'seconds', w.value -> 'seconds',
    'operator', w.value ->> 'operator', 'value', w.value -> 'value', 'blocks', w.value -> 'blocks'))
  INTO kept
  FROM json_array_elements(array_to_json(fitting)) WITH ORDINALITY AS f(value, at)
  JOIN json_array_elements(recorded -> 'answers') WITH ORDINALITY AS r(value, at) ON r.at = f.at AND (r.value ->> 'written')::boolean,
    json_array_elements(f.value -> 'windows') AS w
  WHERE f.value ->> 'status' <> 'BLOCKED';
  IF kept IS NOT NULL THEN PERFORM keep_window_calls(kept); END IF;

  FOR place IN 1 .. coalesce(array_length(answers, 1), 0) LOOP
    IF answers[place] IS NULL THEN
      answers[place] := recorded -> 'answers' -> of_fitting;
      of_fitting := of_fitting + 1;
    END IF;
  END LOOP;
  RETURN json_build_object('at', recorded -> 'at', 'answers', array_to_json(answers));
END $$;
