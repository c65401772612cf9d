-- Who is told of what happens in an organization. What may not be read again (a signing secret, the address of a Slack
-- channel) is sealed like a credential; `url` is what may be shown.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('webhook', 'slack', 'email')),
  url text,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text NOT NULL DEFAULT '',
  wrapped_key bytea,
  sealed_values bytea,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing', 'operator')),
  disabled_at timestamptz(3),
  -- Since when nothing was delivered although it was tried; null: the last attempt went well.
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  CHECK ((kind = 'email') = (url IS NULL)),
  CHECK ((kind = 'email') = (sealed_values IS NULL)),
  CHECK ((wrapped_key IS NULL) = (sealed_values IS NULL)),
  CHECK (enabled = (disabled_at IS NULL)),
  CHECK (enabled = (disabled_reason IS NULL))
);
CALL isolate('webhooks');

-- One event for one receiver: of an e-mail, for one member. It is written in the transaction of what it tells of.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  -- The same for all receivers and attempts.
  event_id uuid NOT NULL,
  type text NOT NULL,
  -- Who purges it purges what was told of it; a test is of none.
  session_id uuid,
  data json NOT NULL,
  -- Whom a mail goes to. No foreign key: what an agent does never waits for, or fails at, the end of a user.
  user_id uuid,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')),
  attempts integer NOT NULL DEFAULT 0,
  -- Whoever sends puts it off first, by longer than sending can take.
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- What became of each attempt, the first one first.
  tried jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  settled_at timestamptz(3),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((status = 'PENDING') = (settled_at IS NULL))
);
CREATE INDEX webhook_deliveries_page ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_session ON webhook_deliveries (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);
CALL isolate('webhook_deliveries');

-- Due work, across organizations: identifiers only. A few of each receiver that has any, so that none waits behind the
-- many of another; `busy` are those that the asking process has enough of.
CALL allow_lookup('webhook_deliveries');
CREATE FUNCTION due_deliveries(at_most integer, of_each integer, busy uuid[])
RETURNS TABLE (delivery_id uuid, webhook_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ WITH RECURSIVE waiting (id) AS (
        (SELECT d.webhook_id FROM public.webhook_deliveries d WHERE d.status = 'PENDING' ORDER BY d.webhook_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.webhook_id FROM public.webhook_deliveries d WHERE d.status = 'PENDING' AND d.webhook_id > w.id
                ORDER BY d.webhook_id LIMIT 1)
        FROM waiting w WHERE w.id IS NOT NULL)
      SELECT d.id, d.webhook_id, d.organization_id FROM waiting w CROSS JOIN LATERAL (
        SELECT x.id, x.webhook_id, x.organization_id, x.due_at FROM public.webhook_deliveries x
        WHERE x.webhook_id = w.id AND x.status = 'PENDING' AND x.due_at <= now() ORDER BY x.due_at LIMIT of_each) d
      WHERE w.id IS NOT NULL AND NOT w.id = ANY (busy)
        AND NOT EXISTS (SELECT FROM public.organizations o WHERE o.id = d.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY d.due_at LIMIT at_most $$;
CREATE FUNCTION old_deliveries(age interval, at_most integer) RETURNS TABLE (delivery_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, d.organization_id FROM public.webhook_deliveries d WHERE created_at < now() - age ORDER BY created_at LIMIT at_most $$;

-- A version 7 UUID: sorts by the time it was made.
CREATE FUNCTION event_uuid() RETURNS uuid LANGUAGE sql VOLATILE
AS $$ SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid $$;
CREATE FUNCTION event_time(at timestamptz) RETURNS text LANGUAGE sql STABLE
AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

CREATE FUNCTION is_event_wanted(organization uuid, event_type text) RETURNS boolean LANGUAGE sql STABLE
AS $$ SELECT EXISTS (SELECT FROM webhooks w JOIN organizations o ON o.id = w.organization_id AND o.plan <> 'FREE'
        WHERE w.organization_id = organization AND w.enabled AND event_type = ANY (w.events)) $$;

-- The receivers' rows are shared, for one that is being deleted must not make this transaction fail.
CREATE FUNCTION tell(organization uuid, event_type text, event_data json) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  event uuid := event_uuid();
BEGIN
  INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, session_id, data, user_id)
  SELECT event_uuid(), organization, w.id, event, event_type, (event_data ->> 'sessionId')::uuid, event_data, u.id
  FROM (SELECT x.id, x.kind FROM webhooks x
        WHERE x.organization_id = organization AND x.enabled AND event_type = ANY (x.events) FOR KEY SHARE) w
  LEFT JOIN users u ON w.kind = 'email' AND u.organization_id = organization AND u.email_verified_at IS NOT NULL
  WHERE w.kind <> 'email' OR u.id IS NOT NULL;
END $$;

CREATE FUNCTION tell_of_approval() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  event_type text := CASE WHEN NEW.status = 'PENDING' THEN 'approval.requested'
    WHEN NEW.reason = 'expired' AND NEW.decided_by IS NULL THEN 'approval.expired' ELSE 'approval.decided' END;
BEGIN
  IF is_event_wanted(NEW.organization_id, event_type) THEN
    PERFORM tell(NEW.organization_id, event_type, (
      SELECT json_build_object('approvalId', NEW.id, 'actionId', NEW.action_id, 'sessionId', NEW.session_id,
        'agentId', NEW.agent_slug, 'apiName', NEW.api_name, 'operationType', a.operation_type, 'status', NEW.status,
        'reason', CASE WHEN NEW.status = 'PENDING' THEN a.policy_reason ELSE NEW.reason END,
        -- What has run already, an approval can only review. A decision is written before it moves the action.
        'review', a.status <> 'PENDING_APPROVAL', 'simulated', s.simulated,
        'expiresAt', event_time(NEW.expires_at), 'decidedAt', event_time(NEW.decided_at))
      FROM actions a JOIN sessions s ON s.id = a.session_id WHERE a.id = NEW.action_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_request AFTER INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION tell_of_approval();
CREATE TRIGGER tell_of_decision AFTER UPDATE OF status ON approvals FOR EACH ROW
  WHEN (OLD.status = 'PENDING' AND NEW.status <> 'PENDING') EXECUTE FUNCTION tell_of_approval();

CREATE FUNCTION tell_of_block() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF is_event_wanted(NEW.organization_id, 'action.blocked') THEN
    PERFORM tell(NEW.organization_id, 'action.blocked', (
      SELECT json_build_object('actionId', NEW.id, 'sessionId', NEW.session_id, 'agentId', s.agent_slug,
        'apiName', NEW.api_name, 'operationType', NEW.operation_type, 'status', NEW.status, 'reason', NEW.policy_reason,
        'policyIds', to_json(NEW.policy_ids), 'simulated', s.simulated)
      FROM sessions s WHERE s.id = NEW.session_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_block AFTER INSERT ON actions FOR EACH ROW
  WHEN (NEW.status = 'BLOCKED') EXECUTE FUNCTION tell_of_block();

CREATE FUNCTION tell_of_rollback() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF is_event_wanted(NEW.organization_id, 'rollback.finished') THEN
    PERFORM tell(NEW.organization_id, 'rollback.finished', (
      SELECT json_build_object('rollbackId', NEW.id, 'sessionId', NEW.session_id, 'agentId', s.agent_slug,
        'actionId', NEW.action_id, 'agentRollbackId', NEW.agent_rollback_id, 'status', NEW.status,
        'outcomes', coalesce((SELECT json_object_agg(c.outcome, c.times ORDER BY c.outcome) FROM (
          SELECT CASE t.state WHEN 'done' THEN 'ROLLED_BACK' WHEN 'failed' THEN 'ROLLBACK_FAILED' WHEN 'conflict' THEN 'CONFLICT'
              WHEN 'impossible' THEN 'IRREVERSIBLE' WHEN 'unknown' THEN 'UNKNOWN' ELSE 'SKIPPED' END AS outcome, count(*) AS times
          FROM rollback_steps t WHERE t.rollback_id = NEW.id GROUP BY 1) c), '{}'),
        'simulated', s.simulated, 'startedAt', event_time(NEW.created_at), 'finishedAt', event_time(NEW.finished_at))
      FROM sessions s WHERE s.id = NEW.session_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_rollback AFTER UPDATE OF status ON rollbacks FOR EACH ROW
  WHEN (OLD.status <> 'FINISHED' AND NEW.status = 'FINISHED') EXECUTE FUNCTION tell_of_rollback();
