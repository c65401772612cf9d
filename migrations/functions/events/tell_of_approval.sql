CREATE OR REPLACE FUNCTION tell_of_approval() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  event_type text := CASE WHEN NEW.decided_as IS NULL THEN 'approval.requested' WHEN NEW.decided_as IN ('EXPIRED', 'LAPSED') THEN 'approval.expired'
    ELSE 'approval.decided' END;
BEGIN
  IF is_event_wanted(NEW.organization_id, event_type) THEN
    PERFORM tell(NEW.organization_id, event_type, (
      SELECT json_build_object('approvalId', NEW.id, 'actionId', NEW.action_id, 'sessionId', NEW.session_id,
        'agentId', NEW.agent_slug, 'onBehalfOf', s.on_behalf_of, 'labels', s.labels,
        'toolCallId', a.tool_call_id, 'traceparent', a.traceparent, 'apiName', NEW.api_name, 'summary', NEW.summary, 'operationType', a.operation_type, 'status', NEW.status,
        'reason', CASE WHEN NEW.status = 'PENDING' THEN a.policy_reason ELSE NEW.reason END,
        -- A call that has already run can only be reviewed. A decision is written before it moves the action.
        'review', a.status <> 'PENDING_APPROVAL' AND NEW.decided_as IS DISTINCT FROM 'REVOKED' AND NEW.decided_as IS DISTINCT FROM 'LAPSED', 'simulated', s.simulated,
        'expiresAt', event_time(coalesce(NEW.permits_at, NEW.expires_at)),
        'onExpiry', CASE WHEN NEW.permits_at IS NULL THEN 'reject' ELSE 'approve' END, 'approvers', (
          SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name), '[]') FROM group_states g
          WHERE g.organization_id = NEW.organization_id AND g.id IN (
            SELECT jsonb_array_elements_text(r -> 'groups')::uuid FROM jsonb_array_elements(NEW.approver_rules) AS r)),
        'decidedAt', event_time(NEW.decided_at))
      FROM action_details a JOIN session_states s ON s.organization_id = a.organization_id AND s.id = a.session_id
      WHERE a.organization_id = NEW.organization_id AND a.id = NEW.action_id));
  END IF;
  RETURN NULL;
END $$;
