-- Locks the windows of calls that are asked for, in one order, and answers what each comes to now, by its organization and id.
-- Until the transaction ends no other call is decided on them. What has left a window by then is taken out of its total, and
-- what moved in or out since the last ask is added up.
-- A window has many calls, and an ask must read none that stays, whatever the tables held when a connection first planned. So
-- they are read window by window, in the order of the index that knows their times: each other way sorts, which is off.
CREATE OR REPLACE FUNCTION lock_windows(asked json) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_sort = off
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz;
  changed record;
  gone record;
  delta numeric;
  totals jsonb;
BEGIN
  INSERT INTO policy_windows (organization_id, id, total)
  SELECT DISTINCT a.org, a.id, 0 FROM json_to_recordset(asked) AS a(org uuid, id uuid) ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM policy_windows w
  WHERE (w.organization_id, w.id) IN (SELECT a.org, a.id FROM json_to_recordset(asked) AS a(org uuid, id uuid))
  ORDER BY w.organization_id, w.id FOR UPDATE;
  moment := clock_timestamp();

  FOR changed IN
    SELECT a.org, a.id, a.since FROM (
      SELECT a.org, a.id, moment - max(a.seconds) * interval '1 second' AS since
      FROM json_to_recordset(asked) AS a(org uuid, id uuid, seconds integer) GROUP BY 1, 2) a
    LEFT JOIN LATERAL (SELECT true AS found FROM policy_window_changes c
                       WHERE c.organization_id = a.org AND c.window_id = a.id LIMIT 1) moved ON true
    LEFT JOIN LATERAL (SELECT true AS found FROM policy_window_calls c
                       WHERE c.organization_id = a.org AND c.window_id = a.id AND c.at <= a.since AND NOT c.waits
                       ORDER BY c.organization_id, c.window_id, c.at LIMIT 1) old ON true
    WHERE moved.found OR old.found
  LOOP
    WITH moved AS (
      DELETE FROM policy_window_changes c WHERE c.organization_id = changed.org AND c.window_id = changed.id RETURNING c.delta
    )
    SELECT coalesce(sum(m.delta), 0) INTO delta FROM moved m;
    FOR gone IN
      SELECT c.ctid AS place, c.amount, c.counts FROM policy_window_calls c
      WHERE c.organization_id = changed.org AND c.window_id = changed.id AND c.at <= changed.since AND NOT c.waits
      ORDER BY c.organization_id, c.window_id, c.at FOR UPDATE
    LOOP
      -- By its place, which no other plan can beat: an index might be one that reads the calls that stay.
      DELETE FROM policy_window_calls c WHERE c.organization_id = changed.org AND c.ctid = gone.place;
      IF gone.counts THEN delta := delta - gone.amount; END IF;
    END LOOP;
    UPDATE policy_windows w SET total = w.total + delta WHERE w.organization_id = changed.org AND w.id = changed.id;
  END LOOP;

  SELECT jsonb_object_agg(w.organization_id || ' ' || w.id, w.total) INTO totals FROM policy_windows w
  WHERE (w.organization_id, w.id) IN (SELECT a.org, a.id FROM json_to_recordset(asked) AS a(org uuid, id uuid));
  RETURN totals;
END $$;
