-- Notes how many actions of each session went from one status (null: they are new) to another, as note_action_changes does.
-- One alone is what most batches have while few ask at once: it needs no arrays.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION count_transitions(owners uuid[], simulations boolean[], was text, became text, times integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF cardinality(owners) = 1 AND times[1] > 0 THEN
    INSERT INTO metric_changes (organization_id, simulated, subject, was, became, times)
    VALUES (owners[1], simulations[1], 'action', was, became, times[1]);
    RETURN;
  END IF;
  INSERT INTO metric_changes (organization_id, simulated, subject, was, became, times)
  SELECT t.owner, t.simulated, 'action', count_transitions.was, count_transitions.became, sum(t.times)
  FROM unnest(owners, simulations, count_transitions.times) AS t(owner, simulated, times)
  WHERE t.times > 0 GROUP BY t.owner, t.simulated;
END $$;
