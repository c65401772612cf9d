CREATE OR REPLACE FUNCTION tell_of_block() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on' AND is_event_wanted(NEW.organization_id, 'action.blocked') THEN
    PERFORM tell(NEW.organization_id, 'action.blocked', (
      SELECT json_build_object('actionId', NEW.id, 'sessionId', NEW.session_id, 'agentId', s.agent_slug, 'onBehalfOf', s.on_behalf_of, 'labels', s.labels,
        'toolCallId', NEW.tool_call_id, 'traceparent', NEW.traceparent,
        'apiName', NEW.api_name, 'operationType', NEW.operation_type, 'status', NEW.status, 'reason', NEW.policy_reason,
        'policyIds', to_json(NEW.policy_ids), 'simulated', s.simulated)
      FROM session_states s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id));
  END IF;
  RETURN NULL;
END $$;
