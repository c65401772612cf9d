-- A page of an organization's actions in the order of their export. An action is left out while a transaction is under way that
-- may still record one before it, so a reader that goes on after the last of them misses none (docs/decisions/0082).
CREATE OR REPLACE FUNCTION exportable_actions(organization uuid, after_transaction bigint, after_id uuid, since_id uuid, at_most integer)
RETURNS TABLE (recorded_in bigint, id uuid) LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY
  SELECT a.recorded_in, a.id FROM actions a
  WHERE a.organization_id = organization AND a.recorded_in >= 0 AND (a.recorded_in, a.id) > (after_transaction, after_id) AND a.id >= since_id
    AND a.recorded_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  ORDER BY a.recorded_in, a.id LIMIT at_most;
END $$;
