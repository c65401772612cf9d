-- Counts in the session what makes it dirty and is rare: a violation that no person settled, and a call that was approved and
-- not confirmed yet. Only an approval makes CLEARED of PENDING_APPROVAL. A read has no effect that an operator would have to
-- look at, and what the service itself performs confirms itself. A trigger before the row is written reads nothing again.
-- It also keeps `running_since`.
CREATE OR REPLACE FUNCTION mark_action() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  was_violation integer := 0;
  was_unconfirmed integer := 0;
  more_violations integer;
  more_unconfirmed integer;
BEGIN
  IF TG_OP = 'INSERT' AND current_setting('app.rows_as_written', true) = 'on' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    was_violation := (OLD.violation IS NOT NULL AND OLD.settled_as IS NULL)::integer;
    was_unconfirmed := OLD.unconfirmed::integer;
    NEW.unconfirmed := NEW.status = 'CLEARED' AND (OLD.unconfirmed OR OLD.status = 'PENDING_APPROVAL')
      AND NEW.operation_type <> 'READ' AND NOT NEW.performed;
    NEW.running_since := CASE WHEN NEW.status = 'CLEARED' THEN NEW.begun_at END;
  END IF;
  more_violations := (NEW.violation IS NOT NULL AND NEW.settled_as IS NULL)::integer - was_violation;
  more_unconfirmed := NEW.unconfirmed::integer - was_unconfirmed;
  IF more_violations <> 0 OR more_unconfirmed <> 0 THEN
    PERFORM count_session_marks(NEW.organization_id, NEW.session_id, more_violations, more_unconfirmed);
  END IF;
  RETURN NEW;
END $$;
