-- Counts the results of the calls that one policy matched, on each of the last days, with the rows that are not folded yet; and counts
-- the decisions of operators on them by their kind and their seconds (`seconds` is not null, `day` is null). One statement, hence one view of both tables.
CREATE OR REPLACE FUNCTION policy_statistics_of(organization uuid, policy uuid, last_days integer)
RETURNS TABLE (day date, event text, seconds integer, times bigint)
LANGUAGE sql STABLE SET enable_seqscan = off
AS $$
  WITH counted AS MATERIALIZED (
    SELECT d.day, d.event, d.seconds, d.times FROM policy_days d WHERE d.organization_id = organization AND d.policy_id = policy
      AND d.day > utc_day(now()) - last_days
    UNION ALL
    SELECT utc_day(c.at), c.became, c.detail::integer, c.times FROM metric_changes c
    WHERE c.organization_id = organization AND c.policy_id = policy AND utc_day(c.at) > utc_day(now()) - last_days
  )
  SELECT c.day, c.event, NULL::integer, sum(c.times)::bigint FROM counted c GROUP BY c.day, c.event
  UNION ALL
  SELECT NULL, c.event, c.seconds, sum(c.times)::bigint FROM counted c WHERE c.seconds IS NOT NULL GROUP BY c.event, c.seconds
$$;
