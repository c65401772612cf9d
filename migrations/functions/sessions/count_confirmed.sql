-- Counts cleared calls that succeeded, in sessions whose rows are locked: of each session how many, and how many of them are
-- reads. By its place each session finds its numbers, as in count_cleared; one alone needs no place. The settings of the caller
-- hold.
CREATE OR REPLACE FUNCTION count_confirmed(in_sessions uuid[], calls integer[], reads integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF cardinality(in_sessions) = 1 THEN
    UPDATE sessions s SET cleared = s.cleared - calls[1], success = s.success + calls[1], reads = s.reads + count_confirmed.reads[1],
      possible_effects = s.possible_effects - calls[1] + count_confirmed.reads[1],
      last_effect_sequence = s.last_effect_sequence + calls[1], last_activity_at = now(), updated_at = now()
    WHERE s.id = in_sessions[1];
    RETURN;
  END IF;
  UPDATE sessions s SET cleared = s.cleared - calls[array_position(in_sessions, s.id)],
    success = s.success + calls[array_position(in_sessions, s.id)],
    reads = s.reads + count_confirmed.reads[array_position(in_sessions, s.id)],
    possible_effects = s.possible_effects - calls[array_position(in_sessions, s.id)]
      + count_confirmed.reads[array_position(in_sessions, s.id)],
    last_effect_sequence = s.last_effect_sequence + calls[array_position(in_sessions, s.id)],
    last_activity_at = now(), updated_at = now()
  WHERE s.id = ANY (in_sessions) AND calls[array_position(in_sessions, s.id)] > 0;
END $$;
