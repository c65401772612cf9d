-- One call as agents may see it. A function keeps its plan for each connection: to plan the view takes longer than to read it.
CREATE OR REPLACE FUNCTION shown_action(organization uuid, call uuid) RETURNS json
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  RETURN (SELECT to_json(x) FROM shown_actions x WHERE x.id = call AND x.organization_id = organization LIMIT 1);
END $$;
