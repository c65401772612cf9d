-- Takes the lease of a queued call and begins it, in one round trip (src/calls/fast-path-calls.ts). Null says no more than that one of
-- these does not hold: the call is queued and free, its session is active, no earlier write of the session is open, its agent is not
-- paused, the operation is offered, and it uses no approval. The general form then finds out which.
CREATE OR REPLACE FUNCTION begin_call(organization uuid, action uuid, lease_ms integer) RETURNS json LANGUAGE plpgsql
AS $$
DECLARE
  settings text;
  found json;
  held record;
  new_fence bigint;
BEGIN
  -- Work that waits for longer waits on a connection of its own.
  settings := set_config('app.organizations', ARRAY[organization]::text, true) || set_config('lock_timeout', '200', true);
  found := performed_call(organization, action);
  IF found ->> 'state' IS DISTINCT FROM 'queued' THEN RETURN NULL; END IF;
  held := lock_and_read_sessions(ARRAY[(found ->> 'session_id')::uuid]);
  IF held.owners[1] IS DISTINCT FROM organization OR held.rolled[1] OR held.statuses[1] <> 'ACTIVE' THEN RETURN NULL; END IF;
  -- An approval may have lapsed, and is used up by the beginning.
  IF EXISTS (SELECT FROM approval_states p WHERE p.organization_id = organization AND p.action_id = action AND p.usable_until IS NOT NULL)
  THEN RETURN NULL; END IF;
  IF hold_agent(organization, found ->> 'agent_slug') = 'PAUSED' THEN RETURN NULL; END IF;
  IF NOT offers_operation(organization, found ->> 'api_name') THEN RETURN NULL; END IF;
  UPDATE performed_calls c SET fence = c.fence + 1, leased_until = clock_timestamp() + lease_ms * interval '1 millisecond',
    state = 'running', attempts = c.attempts + 1, noted = NULL, reason = NULL, started_at = coalesce(c.started_at, clock_timestamp())
  WHERE c.organization_id = organization AND c.action_id = action AND c.state = 'queued'
    AND (c.leased_until IS NULL OR c.leased_until < clock_timestamp())
    AND (c.is_read OR NOT EXISTS (SELECT FROM performed_calls o
      WHERE o.organization_id = organization AND o.session_id = c.session_id AND o.state IN ('queued', 'running') AND NOT o.is_read
        AND (o.state = 'queued', o.created_at, o.action_id) < (true, c.created_at, c.action_id)))
  RETURNING c.fence INTO new_fence;
  IF new_fence IS NULL THEN RETURN NULL; END IF;
  RETURN json_build_object('fence', new_fence::text, 'call', found, 'credential',
    (SELECT row_to_json(s) FROM sealed_credential(organization, split_part(found ->> 'api_name', '.', 1)) s));
END $$;
