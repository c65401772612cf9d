-- Answers for each window, in its order, whether its comparison holds with what it comes to now and this call's amount. It
-- changes nothing, and leaves one call out: that the amount is of.
CREATE OR REPLACE FUNCTION windows_hold(org uuid, asked json, left_out uuid) RETURNS json LANGUAGE sql STABLE
AS $$
  SELECT coalesce(json_agg(exceeds(a.amount + coalesce((
    SELECT sum(c.amount) FROM policy_window_calls c
    WHERE c.organization_id = org AND c.window_id = a.id AND c.counts AND NOT c.waits AND c.action_id IS DISTINCT FROM left_out
      AND c.at > clock_timestamp() - a.seconds * interval '1 second'), 0), a.operator, a.value) ORDER BY a.at), '[]')
  FROM (SELECT (e.value ->> 'id')::uuid AS id, (e.value ->> 'seconds')::integer AS seconds, (e.value ->> 'amount')::numeric AS amount,
          e.value ->> 'operator' AS operator, (e.value ->> 'value')::numeric AS value, e.ordinality AS at
        FROM json_array_elements(asked) WITH ORDINALITY AS e) a
$$;
