-- Puts calls into their windows, which the caller holds, or in which none of them counts yet.
CREATE OR REPLACE FUNCTION keep_window_calls(calls json) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  WITH kept AS (
    INSERT INTO policy_window_calls (organization_id, window_id, action_id, at, amount, counts, waits, seconds, operator, bound)
    SELECT DISTINCT ON (c.org, w.id, c.action) c.org, w.id, c.action, clock_timestamp(), w.amount, c.counts, NOT c.counts, w.seconds,
      CASE WHEN w.blocks THEN w.operator END, CASE WHEN w.blocks THEN w.value END
    FROM json_to_recordset(calls) AS c(org uuid, action uuid, counts boolean, windows json),
      json_to_recordset(c.windows) AS w(id uuid, amount numeric, seconds integer, operator text, value numeric, blocks boolean)
    ORDER BY c.org, w.id, c.action, w.blocks DESC, w.value
    RETURNING organization_id, window_id, amount, counts
  )
  UPDATE policy_windows w SET total = w.total + s.amount
  FROM (SELECT k.organization_id, k.window_id, sum(k.amount) AS amount FROM kept k WHERE k.counts GROUP BY 1, 2) s
  WHERE w.organization_id = s.organization_id AND w.id = s.window_id;
END $$;
