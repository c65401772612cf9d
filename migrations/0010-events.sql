-- migrate:up
-- Who is told of what happens in an organization. What may not be read again (a signing secret, the address of a Slack
-- channel) is sealed like a credential; `url` is what may be shown.
CREATE TABLE webhooks (
  id uuid NOT NULL,
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
  PRIMARY KEY (organization_id, id),
  CHECK ((kind = 'email') = (url IS NULL)),
  CHECK ((kind = 'email') = (sealed_values IS NULL)),
  CHECK ((wrapped_key IS NULL) = (sealed_values IS NULL)),
  CHECK (enabled = (disabled_at IS NULL)),
  CHECK (enabled = (disabled_reason IS NULL))
);
CALL isolate('webhooks');

-- One event for one receiver: of an e-mail, for one member. It is written in the transaction of what it tells of.
CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  -- The same for all receivers and attempts.
  event_id uuid NOT NULL,
  type text NOT NULL,
  -- A purge of this session also purges its deliveries; null for a test delivery.
  session_id uuid,
  data json NOT NULL,
  -- Whom a mail goes to. No foreign key: what an agent does never waits for, or fails at, the end of a user.
  user_id uuid,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')),
  attempts integer NOT NULL DEFAULT 0,
  -- The delivery job puts it off before it sends, by longer than sending can take.
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- It says what became of each attempt, the first one first.
  tried jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  settled_at timestamptz(3),
  -- When a mail was sent last, and whether it waits for others of its agent: after three mails in ten minutes they go together.
  sent_at timestamptz(3),
  gathered boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id, organization_id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((status = 'PENDING') = (settled_at IS NULL))
);
CREATE INDEX webhook_deliveries_page ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_session ON webhook_deliveries (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_mails ON webhook_deliveries (webhook_id, user_id, sent_at) WHERE user_id IS NOT NULL;
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);
CALL isolate('webhook_deliveries');
CALL allow_lookup('webhook_deliveries');

-- migrate:down
DROP TABLE webhook_deliveries, webhooks;
