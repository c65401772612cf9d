-- Of every POST but the logging of actions, whose key is a column of the action itself.
CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- Hash of principal, method, path and key.
  scope text NOT NULL,
  request_hash text NOT NULL,
  resource_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, scope)
);
CALL isolate('idempotency_keys');
