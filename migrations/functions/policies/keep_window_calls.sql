-- Puts calls that were just logged into their windows, which the caller holds.
CREATE OR REPLACE FUNCTION keep_window_calls(calls json) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off
AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO policy_window_calls (organization_id, window_id, action_id, at, amount, counts, seconds, operator, bound)
  SELECT DISTINCT ON (c.org, c.id, c.action) c.org, c.id, c.action, clock_timestamp(), c.amount, c.counts, c.seconds,
    CASE WHEN c.blocks THEN c.operator END, CASE WHEN c.blocks THEN c.value END
  FROM json_to_recordset(calls) AS c(org uuid, id uuid, action uuid, amount numeric, counts boolean, seconds integer, operator text,
    value numeric, blocks boolean)
  ORDER BY c.org, c.id, c.action, c.blocks DESC, c.value;
  UPDATE policy_windows w SET total = w.total + s.amount
  FROM (SELECT d.org, d.id, sum(d.amount) AS amount
        FROM (SELECT DISTINCT c.org, c.id, c.action, c.amount
              FROM json_to_recordset(calls) AS c(org uuid, id uuid, action uuid, amount numeric, counts boolean) WHERE c.counts) d
        GROUP BY 1, 2) s
  WHERE w.organization_id = s.org AND w.id = s.id;
END $$;
