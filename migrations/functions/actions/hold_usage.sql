-- Locks the counters of a month as lock_usage does, and reads in the same statement how many actions each of the
-- organizations has used, in their order, null where there is no such organization. They are sorted.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION hold_usage(organizations uuid[], this_month date) RETURNS bigint[]
LANGUAGE plpgsql
AS $$
DECLARE
  found uuid[];
  used bigint[];
BEGIN
  SELECT array_agg(h.organization_id), array_agg(h.actions) INTO found, used
  FROM (SELECT u.organization_id, u.actions FROM usage_months u
        WHERE u.organization_id = ANY (organizations) AND u.month = this_month ORDER BY u.organization_id FOR NO KEY UPDATE) h;
  IF found = organizations THEN RETURN used; END IF;
  PERFORM lock_usage(organizations, this_month);
  RETURN (
    SELECT array_agg(u.actions ORDER BY w.place) FROM unnest(organizations) WITH ORDINALITY AS w(id, place)
    LEFT JOIN usage_months u ON u.organization_id = w.id AND u.month = this_month);
END $$;
