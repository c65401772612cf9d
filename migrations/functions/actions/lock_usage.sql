-- Locks the counters of a month, which are made where they are missing.
CREATE OR REPLACE FUNCTION lock_usage(organizations uuid[], this_month date) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  counted integer;
BEGIN
  PERFORM 1 FROM usage_months u WHERE u.organization_id = ANY (organizations) AND u.month = this_month
    ORDER BY u.organization_id FOR NO KEY UPDATE;
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted < cardinality(organizations) THEN
    INSERT INTO usage_months (organization_id, month)
      SELECT o.id, this_month FROM organization_states o WHERE o.id = ANY (organizations) ORDER BY o.id ON CONFLICT DO NOTHING;
    PERFORM 1 FROM usage_months u WHERE u.organization_id = ANY (organizations) AND u.month = this_month
      ORDER BY u.organization_id FOR NO KEY UPDATE;
  END IF;
END $$;
