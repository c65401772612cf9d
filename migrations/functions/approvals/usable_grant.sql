-- It answers the grant of a session that replaces the approval of these policies and has a use left: the wanted one, or the
-- one that ends first. The caller holds the session's row.
CREATE OR REPLACE FUNCTION usable_grant(organization uuid, session uuid, called text, tool_call text, asking uuid[],
  wanted uuid) RETURNS uuid
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN (
    SELECT g.id FROM approval_grants g
    WHERE g.session_id = session AND g.organization_id = organization AND g.revoked_at IS NULL AND g.expires_at > clock_timestamp()
      AND g.uses < g.max_uses AND matches_pattern(called, g.api_name_pattern) AND g.fingerprints @> asking
      AND (g.tool_call_id IS NULL OR g.tool_call_id = tool_call)
    ORDER BY (g.id = wanted) DESC NULLS LAST, g.expires_at, g.id LIMIT 1);
END $$;
