-- migrate:up
CREATE TABLE audit_entries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  sequence bigint NOT NULL CHECK (sequence > 0),
  actor json NOT NULL,
  action text NOT NULL,
  target json NOT NULL,
  before json,
  after json,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  previous_hash text NOT NULL CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, sequence)
);
CALL isolate('audit_entries');

-- The newest link of each chain. Locked after everything else a transaction locks, so that no two wait for each other.
CREATE TABLE audit_heads (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  sequence bigint NOT NULL DEFAULT 0,
  hash text NOT NULL,
  -- No entry is older than the one before it, whatever the clock does.
  last_at timestamptz(3) NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
CALL isolate('audit_heads');

-- migrate:down
DROP TABLE audit_heads, audit_entries;
