-- Counts so many more calls of a month for each of the organizations, which locks their counters as lock_usage does, and reads
-- in the same statement how many actions each had used before, in their order, null where there is no such organization. They
-- are sorted, and so are the rows by the only index. What is taken too much, the caller gives back before it commits.
-- One alone is what most batches have while few ask at once: it needs no arrays.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION take_usage(organizations uuid[], this_month date, calls integer[]) RETURNS bigint[]
LANGUAGE plpgsql
AS $$
DECLARE
  found uuid[];
  used bigint[];
BEGIN
  IF cardinality(organizations) = 1 THEN
    UPDATE usage_months u SET actions = u.actions + calls[1] WHERE u.organization_id = organizations[1] AND u.month = this_month
    RETURNING ARRAY[u.actions - calls[1]] INTO used;
    IF used IS NOT NULL THEN RETURN used; END IF;
  END IF;
  WITH taken AS (
    UPDATE usage_months u SET actions = u.actions + calls[array_position(organizations, u.organization_id)]
    WHERE u.organization_id = ANY (organizations) AND u.month = this_month
    RETURNING u.organization_id, u.actions - calls[array_position(organizations, u.organization_id)] AS before
  )
  SELECT array_agg(t.organization_id), array_agg(t.before) INTO found, used FROM taken t;
  IF found = organizations THEN RETURN used; END IF;
  PERFORM lock_usage(organizations, this_month);
  UPDATE usage_months u SET actions = u.actions + calls[array_position(organizations, u.organization_id)]
  WHERE u.organization_id = ANY (organizations) AND u.month = this_month AND u.organization_id <> ALL (coalesce(found, '{}'));
  RETURN (
    SELECT array_agg(u.actions - calls[w.place] ORDER BY w.place) FROM unnest(organizations) WITH ORDINALITY AS w(id, place)
    LEFT JOIN usage_months u ON u.organization_id = w.id AND u.month = this_month);
END $$;
