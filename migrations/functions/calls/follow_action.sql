-- The work of a performed call follows its action, whichever service moves that: a decision queues or ends it, an outcome ends it.
CREATE OR REPLACE FUNCTION follow_action() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  next text := CASE NEW.status WHEN 'CLEARED' THEN 'queued' WHEN 'PENDING_APPROVAL' THEN 'waiting' ELSE 'done' END;
BEGIN
  UPDATE performed_calls SET state = next, noted = NULL,
    -- That it waits again is said as long as it does.
    reason = nullif(reason, CASE WHEN next <> 'waiting' THEN 'resource-changed' END), finished_at = CASE WHEN next = 'done' THEN clock_timestamp() END
  WHERE organization_id = NEW.organization_id AND action_id = NEW.id AND state <> 'done';
  RETURN NULL;
END $$;
