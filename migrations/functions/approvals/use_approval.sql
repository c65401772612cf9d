-- An approved call that began, has an outcome or was taken back: its approval is no longer unused. The job that looks for lapsed
-- approvals records one that had lapsed, and notes the few others, such as a read for which only its client wanted a person.
CREATE OR REPLACE FUNCTION use_approval() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.status = 'CLEARED' AND (NEW.status <> 'CLEARED' OR OLD.begun_at IS DISTINCT FROM NEW.begun_at) THEN
    UPDATE approvals SET usable_until = NULL
    WHERE organization_id = NEW.organization_id AND action_id = NEW.id AND usable_until > now();
  END IF;
  RETURN NULL;
END $$;
