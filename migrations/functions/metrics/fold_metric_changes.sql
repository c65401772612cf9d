-- Moves changes into totals and days, in one transaction, so that each is counted once whatever crashes. Any number may do
-- it at once: each process takes other notes, and the rows they add to are locked in one order.
CREATE OR REPLACE FUNCTION fold_metric_changes(organizations uuid[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  WITH taken AS (
    DELETE FROM metric_changes c WHERE c.organization_id = ANY (organizations) AND c.ctid = ANY (ARRAY(
      SELECT f.ctid FROM metric_changes f WHERE f.organization_id = ANY (organizations) FOR UPDATE SKIP LOCKED))
    RETURNING c.*
  ), counted AS (
    -- Thousands of changes are few rows here: what follows compares each with each organization.
    SELECT organization_id, utc_day(at) AS day, simulated, subject, was, became, detail, policy_id, sum(times)::bigint AS times,
      sum(opened)::bigint AS opened
    FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ), kept AS (
    -- An organization that is being erased gets no new rows; what one that is held did before still counts.
    SELECT c.* FROM counted c JOIN organization_states o ON o.id = c.organization_id WHERE isfinite(o.deleted_at) IS NOT TRUE
  ), said AS (
    SELECT organization_id, day, simulated, subject, was, became, detail, times FROM kept WHERE policy_id IS NULL
    UNION ALL
    SELECT organization_id, day, simulated, 'approval', NULL, 'PENDING', NULL, opened FROM kept WHERE opened > 0
  ), totals AS (
    INSERT INTO metric_totals AS m
    SELECT organization_id, simulated, subject, was, became, detail, sum(times) FROM said
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, simulated, subject, was, became, detail) DO UPDATE SET times = m.times + excluded.times
  ), policies AS (
    INSERT INTO policy_days AS m
    SELECT organization_id, policy_id, day, became, detail::integer, sum(times) FROM kept
    -- A policy that was deleted since gets no new rows.
    WHERE policy_id IN (SELECT hold_policies_of(organizations, ARRAY(SELECT policy_id FROM kept WHERE policy_id IS NOT NULL)))
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, policy_id, day, event, seconds) DO UPDATE SET times = m.times + excluded.times
  )
  INSERT INTO metric_days AS m (organization_id, day, subject, was, became, detail, times)
  SELECT organization_id, day, subject, was, became, CASE WHEN subject = 'approval' THEN detail END, sum(times)
  FROM said WHERE NOT simulated
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, day, subject, was, became, detail) DO UPDATE SET times = m.times + excluded.times;
END $$;
