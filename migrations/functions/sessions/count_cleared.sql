-- Counts calls that were logged as cleared: of each session how many, and how many of them are no reads. Answers what
-- hold_sessions does, as it was before; where a session is missing, no owners. The ids are sorted, and so the rows are locked:
-- the primary key is the only index by which they can be found.
-- By its place each session finds its numbers; a join would compare each session with each.
-- The settings of the caller hold: to change them for each call would cost as much as what it does.
CREATE OR REPLACE FUNCTION count_cleared(in_sessions uuid[], calls integer[], writes integer[], OUT owners uuid[],
  OUT simulations boolean[], OUT statuses text[], OUT rolled boolean[], OUT last_sequences integer[])
LANGUAGE plpgsql
AS $$
DECLARE
  found uuid[];
BEGIN
  WITH counted AS (
    UPDATE sessions s SET cleared = s.cleared + calls[array_position(in_sessions, s.id)],
      possible_effects = s.possible_effects + writes[array_position(in_sessions, s.id)],
      last_sequence = s.last_sequence + calls[array_position(in_sessions, s.id)], last_activity_at = now(), updated_at = now()
    WHERE s.id = ANY (in_sessions) AND calls[array_position(in_sessions, s.id)] > 0
    RETURNING s.id, s.organization_id, s.simulated, s.status, is_rolled(s) AS is_rolled,
      s.last_sequence - calls[array_position(in_sessions, s.id)] AS last_sequence
  )
  SELECT array_agg(c.id), array_agg(c.organization_id), array_agg(c.simulated), array_agg(c.status), array_agg(c.is_rolled),
    array_agg(c.last_sequence)
  INTO found, owners, simulations, statuses, rolled, last_sequences FROM counted c;
  IF found IS DISTINCT FROM in_sessions THEN owners := NULL; END IF;
END $$;
