CREATE OR REPLACE FUNCTION tell_of_rollback() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.reverts IS NULL AND is_event_wanted(NEW.organization_id, 'rollback.finished') THEN
    PERFORM tell(NEW.organization_id, 'rollback.finished', (
      SELECT json_build_object('rollbackId', NEW.id, 'sessionId', NEW.session_id, 'agentId', s.agent_slug, 'onBehalfOf', s.on_behalf_of, 'labels', s.labels,
        'actionId', NEW.action_id, 'fromActionId', NEW.from_action_id, 'toolCallId', NEW.tool_call_id, 'agentRollbackId', NEW.agent_rollback_id, 'status', NEW.status, 'outcomes', NEW.outcomes,
        'simulated', s.simulated, 'startedAt', event_time(NEW.created_at), 'finishedAt', event_time(NEW.finished_at))
      FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id));
  END IF;
  IF NEW.reverts IS NOT NULL AND is_event_wanted(NEW.organization_id, 'rollback.reverted') THEN
    PERFORM tell(NEW.organization_id, 'rollback.reverted', (
      SELECT json_build_object('rollbackId', NEW.id, 'sessionId', NEW.session_id, 'agentId', s.agent_slug, 'onBehalfOf', s.on_behalf_of, 'labels', s.labels,
        'reverts', NEW.reverts, 'status', NEW.status, 'outcomes', NEW.outcomes,
        'simulated', s.simulated, 'startedAt', event_time(NEW.created_at), 'finishedAt', event_time(NEW.finished_at))
      FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id));
  END IF;
  RETURN NULL;
END $$;
