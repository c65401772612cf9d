-- migrate:up
-- One key per organization, wrapped by a root key of the installation.
CREATE TABLE organization_keys (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  root_key integer NOT NULL,
  wrapped_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CALL isolate('organization_keys');
CALL allow_lookup('organization_keys');

-- A key used once per version of a credential, wrapped by the organization's.
CREATE TABLE credentials (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  connector text NOT NULL,
  version integer NOT NULL,
  fields text[] NOT NULL,
  wrapped_key bytea NOT NULL,
  sealed_values bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  last_checked_at timestamptz(3),
  last_check_ok boolean,
  -- The last check of the credential found this.
  last_check_latency_ms integer,
  last_check_detail text,
  -- Patterns of the operations that agents may have the service perform with the credential.
  agent_operations text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, connector)
);
CALL isolate('credentials');

-- migrate:down
DROP TABLE credentials, organization_keys;
