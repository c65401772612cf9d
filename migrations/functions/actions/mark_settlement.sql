-- Counts in the session which actions a person settled, by their status, so that no other writer needs to know of it: a client
-- may still report what became of a settled call. Only what has, or may have, an effect can be settled, and stays so.
CREATE OR REPLACE FUNCTION mark_settlement() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  was text := CASE WHEN OLD.settled_as IS NOT NULL THEN OLD.status END;
BEGIN
  IF NEW.operation_type = 'READ' OR NEW.status NOT IN ('SUCCESS', 'FAILED', 'UNKNOWN', 'ROLLBACK_FAILED') THEN
    RAISE EXCEPTION 'an action of the type % with the status % cannot be settled', NEW.operation_type, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'actions_settled_check', TABLE = 'actions';
  END IF;
  IF TG_OP = 'INSERT' AND current_setting('app.rows_as_written', true) = 'on' THEN
    RETURN NEW;
  END IF;
  PERFORM count_session_settlements(NEW.organization_id, NEW.session_id,
    (NEW.status = 'SUCCESS')::integer - coalesce(was = 'SUCCESS', false)::integer,
    (NEW.status = 'ROLLBACK_FAILED')::integer - coalesce(was = 'ROLLBACK_FAILED', false)::integer,
    (NEW.status = 'UNKNOWN')::integer - coalesce(was = 'UNKNOWN', false)::integer,
    (NEW.status = 'FAILED' AND NEW.response -> 'refusal' IS NULL)::integer
      - coalesce(was = 'FAILED' AND OLD.response -> 'refusal' IS NULL, false)::integer);
  RETURN NEW;
END $$;
