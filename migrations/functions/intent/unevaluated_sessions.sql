-- Sessions of organizations that see evaluations, with calls that no process has evaluated: identifiers only. They finish
-- the list that a process held in memory when it stopped.
CREATE OR REPLACE FUNCTION unevaluated_sessions(since uuid, at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.id, s.organization_id
  FROM public.session_states s
  JOIN public.organization_states o ON o.id = s.organization_id AND o.plan = 'TEAM' AND o.deleted_at IS NULL
  LEFT JOIN public.session_intents i ON i.session_id = s.id
  WHERE s.id >= since AND s.last_sequence > coalesce(i.evaluated_sequence, 0)
  ORDER BY s.id LIMIT at_most
$$;
