-- A purge reduces the counts of existing rows, but not the counts by day. A session's own deletion reaches
-- its actions when it is gone, so it is noted before; actions deleted by themselves are noted after.
CREATE OR REPLACE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'sessions' THEN
    INSERT INTO metric_changes (organization_id, simulated, subject, was, times)
    SELECT OLD.organization_id, OLD.simulated, gone.* FROM (
      SELECT 'action', a.status, count(*) FROM action_details a WHERE a.session_id = OLD.id GROUP BY a.status
      UNION ALL
      SELECT 'approval', p.status, count(*) FROM approval_states p WHERE p.session_id = OLD.id AND p.status = 'PENDING' GROUP BY p.status
    ) gone
    WHERE EXISTS (SELECT FROM organization_states o WHERE o.id = OLD.organization_id AND o.deleted_at IS NULL);
    RETURN OLD;
  END IF;
  INSERT INTO metric_changes (organization_id, simulated, subject, was, times)
  SELECT r.organization_id, s.simulated, CASE TG_TABLE_NAME WHEN 'actions' THEN 'action' ELSE 'approval' END, r.status, count(*)
  FROM removed r JOIN session_states s ON s.id = r.session_id JOIN organization_states o ON o.id = r.organization_id
  WHERE o.deleted_at IS NULL AND (TG_TABLE_NAME = 'actions' OR r.status = 'PENDING')
  GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;
