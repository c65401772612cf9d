-- Counts in the session what makes it dirty and is rare: a violation that no person settled, and a call that was approved and
-- not confirmed yet. Only an approval makes CLEARED of PENDING_APPROVAL. A read has no effect that an operator would have to
-- look at, and what the service itself performs confirms itself. A trigger before the row is written reads nothing again.
CREATE OR REPLACE FUNCTION mark_action() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  was_violation integer := 0;
  was_unconfirmed integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_violation := (OLD.violation IS NOT NULL AND OLD.settled_as IS NULL)::integer;
    was_unconfirmed := OLD.unconfirmed::integer;
    NEW.unconfirmed := NEW.status = 'CLEARED' AND (OLD.unconfirmed OR OLD.status = 'PENDING_APPROVAL')
      AND NEW.operation_type <> 'READ' AND NOT NEW.performed;
  END IF;
  PERFORM count_session_marks(NEW.organization_id, NEW.session_id,
    (NEW.violation IS NOT NULL AND NEW.settled_as IS NULL)::integer - was_violation, NEW.unconfirmed::integer - was_unconfirmed);
  RETURN NEW;
END $$;
