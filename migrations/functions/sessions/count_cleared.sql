-- Counts calls that were logged as cleared: of each session how many, and how many of them are no reads. Locks and answers as
-- lock_and_read_sessions does, what was there before. The ids are sorted.
-- One session is nearly always all there is while few ask at once, and is held by the statement that counts. Of several, no
-- index but the primary key locks in their order, and in a small table another may look as good: they are held first.
-- By its place each session finds its numbers; a join would compare each session with each.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION count_cleared(in_sessions uuid[], calls integer[], writes integer[], OUT owners uuid[],
  OUT simulations boolean[], OUT statuses text[], OUT rolled boolean[], OUT last_sequences integer[])
LANGUAGE plpgsql
AS $$
BEGIN
  IF cardinality(in_sessions) = 1 THEN
    UPDATE sessions s SET cleared = s.cleared + calls[1], possible_effects = s.possible_effects + writes[1],
      last_sequence = s.last_sequence + calls[1], last_activity_at = now(), updated_at = now()
    WHERE s.id = in_sessions[1]
    RETURNING ARRAY[s.organization_id], ARRAY[s.simulated], ARRAY[s.status], ARRAY[is_rolled(s)], ARRAY[s.last_sequence - calls[1]]
    INTO owners, simulations, statuses, rolled, last_sequences;
    RETURN;
  END IF;
  SELECT h.owners, h.simulations, h.statuses, h.rolled, h.last_sequences
  INTO owners, simulations, statuses, rolled, last_sequences FROM lock_and_read_sessions(in_sessions) h;
  UPDATE sessions s SET cleared = s.cleared + calls[array_position(in_sessions, s.id)],
    possible_effects = s.possible_effects + writes[array_position(in_sessions, s.id)],
    last_sequence = s.last_sequence + calls[array_position(in_sessions, s.id)], last_activity_at = now(), updated_at = now()
  WHERE s.id = ANY (in_sessions) AND calls[array_position(in_sessions, s.id)] > 0;
END $$;
