-- Changes off the hot path are noted by triggers, so that every writer is counted. How long it took is counted of operators only.
-- What its policies asked for is counted on the day they asked.
CREATE OR REPLACE FUNCTION note_decision() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, at, simulated, subject, was, became, detail, times)
  SELECT NEW.organization_id, NEW.decided_at, s.simulated, 'approval', 'PENDING', NEW.decided_as,
    CASE WHEN NEW.decided_by IS NOT NULL THEN decision_bucket(NEW.decided_at - NEW.created_at) END, 1
  FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id;
  INSERT INTO metric_changes (organization_id, at, simulated, subject, policy_id, became, detail, times)
  SELECT NEW.organization_id, NEW.created_at, false, 'policy', p.id, lower(NEW.decided_as),
    CASE WHEN NEW.decided_by IS NOT NULL THEN round(extract(epoch FROM NEW.decided_at - NEW.created_at))::integer::text END, 1
  FROM unnest(NEW.policy_ids) AS p(id), session_states s
  WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id AND NOT s.simulated;
  RETURN NULL;
END $$;
