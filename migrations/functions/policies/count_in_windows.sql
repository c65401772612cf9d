-- A call that fails, is rejected or is undone leaves its windows, and one that is permitted later, or is there again, comes back.
CREATE OR REPLACE FUNCTION count_in_windows() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  counted boolean := OLD.status NOT IN ('PENDING_APPROVAL', 'REJECTED', 'FAILED', 'ROLLED_BACK');
  now_counts boolean := NEW.status NOT IN ('PENDING_APPROVAL', 'REJECTED', 'FAILED', 'ROLLED_BACK');
BEGIN
  IF counted = now_counts AND (OLD.status = 'PENDING_APPROVAL') = (NEW.status = 'PENDING_APPROVAL') THEN
    RETURN NULL;
  END IF;
  WITH moved AS (
    UPDATE policy_window_calls c SET counts = now_counts, waits = NEW.status = 'PENDING_APPROVAL',
      at = CASE WHEN OLD.status = 'PENDING_APPROVAL' AND now_counts THEN clock_timestamp() ELSE c.at END
    WHERE c.organization_id = NEW.organization_id AND c.action_id = NEW.id
    RETURNING c.window_id, c.amount
  )
  INSERT INTO policy_window_changes AS changes (organization_id, window_id, action_id, delta)
  SELECT NEW.organization_id, m.window_id, NEW.id, CASE WHEN now_counts THEN m.amount ELSE -m.amount END FROM moved m
  WHERE counted <> now_counts
  ON CONFLICT (organization_id, window_id, action_id) DO UPDATE SET delta = changes.delta + EXCLUDED.delta;
  RETURN NULL;
END $$;
