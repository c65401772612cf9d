CREATE OR REPLACE FUNCTION is_event_wanted(organization uuid, event_type text) RETURNS boolean LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM webhooks w JOIN organization_states o ON o.id = w.organization_id AND o.plan <> 'FREE'
    WHERE w.organization_id = organization AND w.enabled AND event_type = ANY (w.events));
END $$;
