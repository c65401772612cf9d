-- Counts calls that were logged as cleared, in sessions whose rows are locked: of each session how many, and how many of them
-- are no reads.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION count_cleared(in_sessions uuid[], calls integer[], writes integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE sessions s SET cleared = s.cleared + t.calls, possible_effects = s.possible_effects + t.writes,
    last_sequence = s.last_sequence + t.calls, last_activity_at = now(), updated_at = now()
  FROM unnest(in_sessions, count_cleared.calls, count_cleared.writes) AS t(session, calls, writes)
  WHERE s.id = t.session AND s.id = ANY (in_sessions) AND t.calls > 0;
END $$;
