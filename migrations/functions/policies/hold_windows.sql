-- Locks the windows of calls that are asked for, in one order, and answers what each comes to now, by its organization and id.
-- Until the transaction ends no other call is decided on them. What has left a window by then is taken out of its total, and
-- what moved in or out since the last ask is added up, so an ask costs the same however many calls a window has.
CREATE OR REPLACE FUNCTION hold_windows(asked json) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz;
  totals jsonb;
BEGIN
  INSERT INTO policy_windows (organization_id, id)
  SELECT DISTINCT a.org, a.id FROM json_to_recordset(asked) AS a(org uuid, id uuid) ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM policy_windows w
  WHERE (w.organization_id, w.id) IN (SELECT a.org, a.id FROM json_to_recordset(asked) AS a(org uuid, id uuid))
  ORDER BY w.organization_id, w.id FOR UPDATE;
  moment := clock_timestamp();
  WITH wanted AS (
    SELECT a.org, a.id, max(a.seconds) AS seconds
    FROM json_to_recordset(asked) AS a(org uuid, id uuid, seconds integer) GROUP BY 1, 2
  ), moved AS (
    DELETE FROM policy_window_changes c USING wanted a WHERE c.organization_id = a.org AND c.window_id = a.id
    RETURNING a.org, a.id, c.delta
  ), gone AS (
    DELETE FROM policy_window_calls c USING wanted a
    WHERE c.organization_id = a.org AND c.window_id = a.id AND c.at <= moment - a.seconds * interval '1 second'
      -- A call that waits may still be permitted, within the longest life of an approval and of its hold.
      AND (c.counts OR c.at <= moment - a.seconds * interval '1 second' - interval '63 days')
    RETURNING a.org, a.id, CASE WHEN c.counts THEN -c.amount ELSE 0 END AS delta
  ), sums AS (
    SELECT d.org, d.id, sum(d.delta) AS delta FROM (SELECT * FROM moved UNION ALL SELECT * FROM gone) d GROUP BY 1, 2
  )
  UPDATE policy_windows w SET total = w.total + s.delta FROM sums s WHERE w.organization_id = s.org AND w.id = s.id AND s.delta <> 0;
  SELECT jsonb_object_agg(w.organization_id || ' ' || w.id, w.total) INTO totals FROM policy_windows w
  WHERE (w.organization_id, w.id) IN (SELECT a.org, a.id FROM json_to_recordset(asked) AS a(org uuid, id uuid));
  RETURN totals;
END $$;
