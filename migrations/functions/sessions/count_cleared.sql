-- Counts calls that were logged as cleared, in sessions whose rows are locked: of each session how many, and how many of them
-- are no reads. By its place each session finds its numbers; a join would compare each session with each.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION count_cleared(in_sessions uuid[], calls integer[], writes integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE sessions s SET cleared = s.cleared + calls[array_position(in_sessions, s.id)],
    possible_effects = s.possible_effects + writes[array_position(in_sessions, s.id)],
    last_sequence = s.last_sequence + calls[array_position(in_sessions, s.id)], last_activity_at = now(), updated_at = now()
  WHERE s.id = ANY (in_sessions) AND calls[array_position(in_sessions, s.id)] > 0;
END $$;
