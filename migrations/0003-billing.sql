-- migrate:up
-- Which customers at Stripe pay for which organization. A customer never changes hands.
CREATE TABLE billing_customers (
  customer_id text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  linked_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Deleted at Stripe: it has no subscription any more and never comes back.
  deleted_at timestamptz(3)
);
CREATE INDEX billing_customers_organization ON billing_customers (organization_id, linked_at);
CALL isolate('billing_customers');
CALL allow_lookup('billing_customers');

-- The state of each subscription: every event of the newest second that has any, because Stripe gives no order within a second.
CREATE TABLE subscription_events (
  event_id text PRIMARY KEY,
  customer_id text NOT NULL,
  subscription_id text NOT NULL,
  -- Null until a checkout tells whose customer it is.
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  -- Stripe's clock: Unix seconds.
  second bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('created', 'changed', 'ended')),
  was jsonb,
  became jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX subscription_events_subscription ON subscription_events (customer_id, subscription_id);
CREATE INDEX subscription_events_organization ON subscription_events (organization_id);
CREATE INDEX subscription_events_unclaimed ON subscription_events (received_at) WHERE organization_id IS NULL;
CALL isolate('subscription_events');
-- An event that belongs to no organization yet is visible only to a transaction that names its customer. A transaction that
-- names "*", which is no customer's id, sees it when it is old enough to be deleted unclaimed.
CREATE POLICY unclaimed ON subscription_events USING (organization_id IS NULL AND (
  customer_id = nullif(current_setting('app.billing_customer', true), '')
  OR (current_setting('app.billing_customer', true) = '*' AND received_at < now() - interval '30 days')));

-- migrate:down
DROP TABLE subscription_events, billing_customers;
