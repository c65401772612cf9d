-- Moves what the sample data has counted today into the past. A job may have folded a part of it already.
CREATE OR REPLACE FUNCTION backdate_metrics(organization uuid, days integer) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hold_sample(organization);
  UPDATE metric_changes c SET at = c.at - make_interval(days => days)
  WHERE c.organization_id = organization AND utc_day(c.at) = utc_day(now());
  WITH moved AS (
    DELETE FROM metric_days m WHERE m.organization_id = organization AND m.day = utc_day(now()) RETURNING m.*
  )
  INSERT INTO metric_days AS m (organization_id, day, subject, was, became, detail, times)
  SELECT organization_id, day - days, subject, was, became, detail, times FROM moved
  ON CONFLICT (organization_id, day, subject, was, became, detail) DO UPDATE SET times = m.times + excluded.times;
  WITH moved AS (
    DELETE FROM policy_days p WHERE p.organization_id = organization AND p.day = utc_day(now()) RETURNING p.*
  )
  INSERT INTO policy_days AS p (organization_id, policy_id, day, event, seconds, times)
  SELECT organization_id, policy_id, day - days, event, seconds, times FROM moved
  ON CONFLICT (organization_id, policy_id, day, event, seconds) DO UPDATE SET times = p.times + excluded.times;
END $$;
