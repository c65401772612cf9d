-- What the tries at a step saw and sent, each noted before the call to the provider that it speaks of.
ALTER TABLE rollback_steps ADD COLUMN traces jsonb;

-- Where a resource is that an undo made again under another address: older actions name the former one.
CREATE TABLE remade_resources (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  action_id uuid NOT NULL REFERENCES actions ON DELETE CASCADE,
  connector text NOT NULL,
  kind text NOT NULL,
  former_address jsonb NOT NULL,
  address jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (former_address <> address)
);
CREATE UNIQUE INDEX remade_resources_former ON remade_resources (organization_id, connector, kind, md5(former_address::text));
CREATE INDEX remade_resources_address ON remade_resources (organization_id, connector, kind, md5(address::text));
CREATE INDEX remade_resources_action ON remade_resources (action_id);
CALL isolate('remade_resources');
