-- A rejection or a rollback by an operator is a weak mark of drift. An agent cannot make one: orders of API keys do not count.
CREATE OR REPLACE FUNCTION mark_intent() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  action uuid;
  operator text;
BEGIN
  IF TG_TABLE_NAME = 'rollbacks' THEN
    action := NEW.action_id;
    operator := NEW.requested_by;
  ELSIF TG_TABLE_NAME = 'approvals' THEN
    action := NEW.action_id;
    operator := NEW.decided_by;
  ELSE
    action := NEW.id;
    operator := NEW.settled_by;
  END IF;
  INSERT INTO intent_marks (id, organization_id, session_id, action_id, agent_slug, simulated, mark, source, marked_by)
  SELECT event_uuid(), NEW.organization_id, s.id, action, s.agent_slug, s.simulated, 'drift', TG_ARGV[0], operator
  FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id;
  RETURN NULL;
END $$;
