CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('FREE', 'PRO', 'TEAM')),
  -- Raised by every change of a key, user, agent, plan or policy; whatever is cached carries it.
  epoch bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CALL isolate('organizations', 'id');

CREATE TABLE users (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'MEMBER' CHECK (role = 'MEMBER'),
  -- Raised to end every token of this user at once.
  token_version integer NOT NULL DEFAULT 1,
  email_verified_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_organization ON users (organization_id);
CALL isolate('users');

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('live', 'test')),
  agent_slug text,
  secret_hash bytea NOT NULL,
  -- Which root key the hash was made with.
  hash_key integer NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'REVOKED')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  CHECK ((status = 'REVOKED') = (revoked_at IS NOT NULL))
);
CREATE INDEX api_keys_page ON api_keys (organization_id, id DESC);
CALL isolate('api_keys');

CREATE TABLE agents (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  slug text NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PAUSED')),
  registered boolean NOT NULL,
  sessions integer NOT NULL DEFAULT 0,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (organization_id, slug)
);
CREATE INDEX agents_page ON agents (organization_id, id DESC);
CALL isolate('agents');

-- Look-ups before the organization is known. They answer with identifiers only.
CALL allow_lookup('api_keys');
CALL allow_lookup('users');
CREATE FUNCTION organization_of_api_key(key_id uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT organization_id FROM public.api_keys WHERE id = key_id $$;
CREATE FUNCTION user_of_email(address text) RETURNS TABLE (user_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT u.id, u.organization_id FROM public.users u WHERE lower(u.email) = lower(address) $$;

-- Whether a cached view of an organization is still true, in one round trip. Null: there is no such organization.
CREATE FUNCTION read_epoch(organization uuid) RETURNS bigint LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('app.organizations', '{' || organization || '}', true);
  RETURN (SELECT epoch FROM organizations WHERE id = organization);
END $$;
