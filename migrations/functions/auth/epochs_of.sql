-- It answers the epochs of the organizations that the transaction speaks for, in the given order, which is sorted, and null
-- for an organization that does not exist.
-- One alone is what most batches have while few ask at once: it needs no arrays.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION epochs_of(wanted uuid[]) RETURNS bigint[]
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  found uuid[];
  epochs bigint[];
BEGIN
  IF cardinality(wanted) = 1 THEN
    SELECT ARRAY[o.epoch] INTO epochs FROM organizations o WHERE o.id = wanted[1];
    RETURN epochs;
  END IF;
  SELECT array_agg(o.id), array_agg(o.epoch) INTO found, epochs
  FROM (SELECT x.id, x.epoch FROM organizations x WHERE x.id = ANY (wanted) ORDER BY x.id) o;
  IF found = wanted THEN RETURN epochs; END IF;
  RETURN (
    SELECT array_agg(o.epoch ORDER BY w.place)
    FROM unnest(wanted) WITH ORDINALITY AS w(id, place) LEFT JOIN organizations o ON o.id = w.id);
END $$;
