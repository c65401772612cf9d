-- Locks sessions as lock_sessions does, and reads in the same statement what calls are decided on: of each of `ids`, in their
-- order, nulls where there is no such session. `ids` are sorted.
-- One look-up for each, in their order, whatever is known of the table: a plan made while it was empty is kept for a while.
-- One alone is what most batches have while few ask at once: it needs no arrays.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION lock_and_read_sessions(ids uuid[], OUT owners uuid[], OUT simulations boolean[], OUT statuses text[],
  OUT rolled boolean[], OUT last_sequences integer[], OUT last_effect_sequences integer[])
LANGUAGE plpgsql
AS $$
DECLARE
  found uuid[];
BEGIN
  IF cardinality(ids) = 1 THEN
    SELECT ARRAY[s.organization_id], ARRAY[s.simulated], ARRAY[s.status], ARRAY[is_rolled(s)], ARRAY[s.last_sequence],
      ARRAY[s.last_effect_sequence]
    INTO owners, simulations, statuses, rolled, last_sequences, last_effect_sequences
    FROM sessions s WHERE s.id = ids[1] FOR NO KEY UPDATE;
    IF owners IS NOT NULL THEN RETURN; END IF;
  END IF;
  SELECT array_agg(h.id), array_agg(h.organization_id), array_agg(h.simulated), array_agg(h.status), array_agg(h.is_rolled),
    array_agg(h.last_sequence), array_agg(h.last_effect_sequence)
  INTO found, owners, simulations, statuses, rolled, last_sequences, last_effect_sequences
  FROM unnest(ids) AS w(id), LATERAL (
    SELECT s.id, s.organization_id, s.simulated, s.status, is_rolled(s) AS is_rolled, s.last_sequence, s.last_effect_sequence
    FROM sessions s WHERE s.id = w.id FOR NO KEY UPDATE) h;
  IF found = ids THEN RETURN; END IF;
  SELECT array_agg(h.owner ORDER BY w.place), array_agg(h.simulated ORDER BY w.place), array_agg(h.status ORDER BY w.place),
    array_agg(h.is_rolled ORDER BY w.place), array_agg(h.last ORDER BY w.place), array_agg(h.last_effect ORDER BY w.place)
  INTO owners, simulations, statuses, rolled, last_sequences, last_effect_sequences
  FROM unnest(ids) WITH ORDINALITY AS w(id, place)
  LEFT JOIN unnest(found, owners, simulations, statuses, rolled, last_sequences, last_effect_sequences)
    AS h(id, owner, simulated, status, is_rolled, last, last_effect) ON h.id = w.id;
END $$;
