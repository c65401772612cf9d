-- Answers the calls that the evaluation of a session reads next: calls that it has not read, and calls that it has read and
-- whose outcome has come since. They are in the order in which they were asked for; an edited call is as the agent asked for it.
-- It reads as much of a long session as of a short one, and of calls that stay open as of those that end: the numbers of calls
-- have no gaps, and of the calls without an outcome the newest are looked at.
CREATE OR REPLACE FUNCTION pending_calls(organization uuid, session uuid, evaluated integer, most integer, open_statuses text[])
RETURNS TABLE (id uuid, sequence integer, api_name text, operation_type text, payload json, response json, is_final boolean,
  observed boolean)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT a.id, a.sequence, a.api_name::text, a.operation_type::text, coalesce(a.original_payload, a.payload), a.response,
    a.status <> ALL (open_statuses), p.observed
  FROM (
    SELECT x.id, false AS observed FROM action_details x
    WHERE x.organization_id = organization AND x.session_id = session AND x.sequence > evaluated AND x.sequence <= evaluated + most
    UNION ALL
    (SELECT i.action_id, true FROM action_intents i
     WHERE i.organization_id = organization AND i.session_id = session AND NOT i.learned ORDER BY i.sequence DESC LIMIT 2 * most)
  ) p
  CROSS JOIN LATERAL (SELECT x.* FROM action_details x WHERE x.id = p.id AND x.organization_id = organization LIMIT 1) a
  WHERE NOT p.observed OR a.status <> ALL (open_statuses)
  ORDER BY a.sequence LIMIT most;
END $$;
