-- Counts cleared calls that succeeded, in sessions whose rows are locked: of each session how many, and how many of them are
-- reads. The settings of the caller hold.
CREATE OR REPLACE FUNCTION count_confirmed(in_sessions uuid[], calls integer[], reads integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE sessions s SET cleared = s.cleared - t.calls, success = s.success + t.calls, reads = s.reads + t.reads,
    possible_effects = s.possible_effects - (t.calls - t.reads), last_effect_sequence = s.last_effect_sequence + t.calls,
    last_activity_at = now(), updated_at = now()
  FROM unnest(in_sessions, count_confirmed.calls, count_confirmed.reads) AS t(session, calls, reads)
  WHERE s.id = t.session AND s.id = ANY (in_sessions) AND t.calls > 0;
END $$;
