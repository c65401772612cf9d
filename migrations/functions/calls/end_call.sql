-- Records the outcome of a call that runs, in one round trip: the action, its session, the snapshot; a trigger ends the work.
-- Answers whether another call of the session is queued. Null: the lease is lost, or the action or its session is in another state
-- than the outcome was decided on; nothing was changed, and the general form decides.
CREATE OR REPLACE FUNCTION end_call(organization uuid, in_session uuid, action uuid, held_fence bigint, outcome json, answer text,
  of_resource text, of_content text) RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  settings text;
  held record;
BEGIN
  settings := set_config('app.organizations', ARRAY[organization]::text, true) || set_config('lock_timeout', '200', true);
  held := lock_and_read_sessions(ARRAY[in_session]);
  IF held.owners[1] IS DISTINCT FROM organization OR held.rolled[1] OR held.statuses[1] <> 'ACTIVE' THEN RETURN NULL; END IF;
  PERFORM FROM performed_calls WHERE organization_id = organization AND action_id = action AND fence = held_fence AND state = 'running'
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF NOT record_performed(organization, in_session, action, held.last_effect_sequences[1] + 1, outcome, answer, of_resource, of_content)
  THEN RETURN NULL; END IF;
  RETURN EXISTS (SELECT FROM performed_calls o
    WHERE o.organization_id = organization AND o.session_id = in_session AND o.state = 'queued');
END $$;
