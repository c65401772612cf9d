-- All that is known of one organization: the totals (day is null) and each of the last days, with what is not folded yet.
-- One statement, hence one view of the three tables; each is read by its index.
CREATE OR REPLACE FUNCTION metrics_of(organization uuid, last_days integer)
RETURNS TABLE (day date, simulated boolean, subject text, was text, became text, detail text, times bigint)
LANGUAGE sql STABLE SET enable_seqscan = off
AS $$
  WITH noted AS MATERIALIZED (
    SELECT utc_day(c.at) AS day, c.simulated, c.subject, c.was, c.became, c.detail, c.times, c.opened
    FROM metric_changes c WHERE c.organization_id = organization AND c.policy_id IS NULL
  ), rest AS (
    SELECT n.day, n.simulated, n.subject, n.was, n.became, n.detail, n.times FROM noted n
    UNION ALL
    SELECT n.day, n.simulated, 'approval', NULL, 'PENDING', NULL, n.opened FROM noted n WHERE n.opened > 0
  )
  SELECT NULL::date, t.simulated, t.subject, t.was, t.became, t.detail, sum(t.times)::bigint
  FROM (SELECT m.simulated, m.subject, m.was, m.became, m.detail, m.times FROM metric_totals m WHERE m.organization_id = organization
        UNION ALL SELECT r.simulated, r.subject, r.was, r.became, r.detail, r.times FROM rest r) t
  GROUP BY 2, 3, 4, 5, 6
  UNION ALL
  SELECT d.day, false, d.subject, d.was, d.became, d.detail, sum(d.times)::bigint
  FROM (SELECT m.day, m.subject, m.was, m.became, m.detail, m.times FROM metric_days m
        WHERE m.organization_id = organization AND m.day > utc_day(now()) - last_days
        UNION ALL SELECT r.day, r.subject, r.was, r.became, CASE WHEN r.subject = 'approval' THEN r.detail END, r.times FROM rest r
        WHERE NOT r.simulated AND r.day > utc_day(now()) - last_days) d
  GROUP BY 1, 3, 4, 5, 6
$$;
