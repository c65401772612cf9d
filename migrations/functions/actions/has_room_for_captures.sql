-- Tells whether the organization has fewer snapshots that no action has taken than it may have.
CREATE OR REPLACE FUNCTION has_room_for_captures(organization uuid, most integer, most_bytes bigint) RETURNS boolean
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN (
    SELECT count(*) < most AND coalesce(sum(n.bytes), 0) < most_bytes
    FROM snapshots n WHERE n.organization_id = organization AND n.action_id IS NULL);
END $$;
