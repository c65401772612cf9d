-- The receivers' rows are shared, for one that is being deleted must not make this transaction fail.
CREATE OR REPLACE FUNCTION tell(organization uuid, event_type text, event_data json) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  event uuid := event_uuid();
BEGIN
  INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, session_id, data, user_id)
  SELECT event_uuid(), organization, w.id, event, event_type, (event_data ->> 'sessionId')::uuid, event_data, u.id
  FROM (SELECT x.id, x.kind FROM webhooks x
        WHERE x.organization_id = organization AND x.enabled AND event_type = ANY (x.events) FOR KEY SHARE) w
  LEFT JOIN verified_members u ON w.kind = 'email' AND u.organization_id = organization
    AND is_asked(organization, event_data -> 'approvers', u.id)
  WHERE w.kind <> 'email' OR u.id IS NOT NULL;
END $$;
