-- migrate:up
CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('FREE', 'PRO', 'TEAM')),
  -- Raised by every change of a key, user, agent, plan or policy; whatever is cached carries it.
  epoch bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Set while the organization is being erased: its credentials work no longer, and its audit may be deleted.
  deleted_at timestamptz(3)
);
CREATE INDEX organizations_deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL;
CALL isolate('organizations', 'id');
CALL allow_lookup('organizations');

CREATE TABLE users (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email text NOT NULL,
  name text NOT NULL,
  -- Null when this user signs in through a provider.
  password_hash text,
  role text NOT NULL DEFAULT 'MEMBER' CHECK (role = 'MEMBER'),
  -- Raised to end every token of this user at once.
  token_version integer NOT NULL DEFAULT 1,
  email_verified_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_organization ON users (organization_id);
CALL isolate('users');
CALL allow_lookup('users');

-- A provider identifies a person by its subject, never by the e-mail address.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('oauth-a', 'oauth-b')),
  subject text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (provider, subject)
);
CREATE INDEX identities_organization ON identities (organization_id);
CREATE INDEX identities_user ON identities (user_id);
CALL isolate('identities');
CALL allow_lookup('identities');

-- A state signs in once, in whichever process; older ones have expired by themselves.
CREATE TABLE spent_states (
  state_hash text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX spent_states_organization ON spent_states (organization_id);
CALL isolate('spent_states');

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('live', 'test')),
  agent_slug text,
  -- The address of the operator who made it. It outlives the membership: a person who joins anew is the same person.
  created_by text NOT NULL,
  secret_hash bytea NOT NULL,
  -- The hash was made with this root key.
  hash_key integer NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'REVOKED')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  -- The key by which another installation hashed the secret, sealed with the root key `hash_key` of this one; null where the
  -- secret was hashed here.
  hash_secret bytea,
  CHECK ((status = 'REVOKED') = (revoked_at IS NOT NULL))
);
CREATE INDEX api_keys_page ON api_keys (organization_id, id DESC);
CALL isolate('api_keys');
CALL allow_lookup('api_keys');

CREATE TABLE agents (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  slug text NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PAUSED')),
  registered boolean NOT NULL,
  sessions integer NOT NULL DEFAULT 0,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, slug)
);
CREATE INDEX agents_paused ON agents (organization_id, slug) WHERE status = 'PAUSED';
CALL isolate('agents');
CALL allow_lookup('agents');

-- A link that goes to a user by mail: the mail to be sent, and, once it is, what its token is known by. The token itself is
-- never here: it is derived at the moment of sending, and its life begins then. It stays good whatever is asked meanwhile, so
-- a user may have several.
--
-- An invitation is mailed on behalf of a member to an address without an account here. It goes with the member who invited:
-- when they are removed, their word counts no more.
CREATE TABLE mailed_links (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset-password', 'verify-email', 'invitation')),
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'SENT')),
  attempts integer NOT NULL DEFAULT 0,
  -- When something is to be done with it: a queued mail is sent, a sent link has expired. The mail job puts it off before
  -- it sends, by longer than sending can take.
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  token_hash text,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  email text,
  CONSTRAINT mailed_links_email_check CHECK ((purpose = 'invitation') = (email IS NOT NULL)),
  CHECK ((token_hash IS NULL) = (expires_at IS NULL)),
  CHECK (status = 'QUEUED' OR token_hash IS NOT NULL)
);
CREATE INDEX mailed_links_organization ON mailed_links (organization_id);
CREATE INDEX mailed_links_user ON mailed_links (user_id);
CREATE INDEX mailed_links_due ON mailed_links (due_at);
CREATE UNIQUE INDEX mailed_links_token ON mailed_links (token_hash);
-- One for each address and organization, however many members ask for it at once.
CREATE UNIQUE INDEX mailed_links_invitation ON mailed_links (organization_id, lower(email)) WHERE purpose = 'invitation';
CALL isolate('mailed_links');
CALL allow_lookup('mailed_links');

-- A request to set a new password for an address. Whether there is an account is looked up by a job; until then the row
-- belongs to no organization, and is seen through its own id alone.
CREATE TABLE reset_requests (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  due_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX reset_requests_due ON reset_requests (due_at);
CALL isolate('reset_requests', 'id');
CALL allow_lookup('reset_requests');

-- A browser in which an operator is signed in. Its cookie is signed and names this row; it is stored nowhere.
CREATE TABLE browser_sessions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The operator sees these in the list of their browsers.
  signed_in_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  address text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX browser_sessions_user ON browser_sessions (user_id);
CALL isolate('browser_sessions');

-- A try to sign in that failed. Whether there is an account is looked up by a job; until then the row belongs to no
-- organization, and is seen through its own id alone.
CREATE TABLE sign_in_tries (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  address text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('failed', 'limited')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_tries_due ON sign_in_tries (created_at);
CALL isolate('sign_in_tries', 'id');
CALL allow_lookup('sign_in_tries');

-- A token with which a program speaks for an operator, within its scopes. It goes with its user.
CREATE TABLE personal_tokens (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['policies', 'read', 'decide'] AND cardinality(scopes) > 0),
  secret_hash bytea NOT NULL,
  hash_key integer NOT NULL,
  -- The user's version when it was made: a new password ends it.
  token_version integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  -- It has the meaning of api_keys.hash_secret.
  hash_secret bytea,
  CONSTRAINT personal_tokens_expires_at_check CHECK (expires_at <= created_at + interval '367 days')
);
CREATE INDEX personal_tokens_page ON personal_tokens (organization_id, user_id, id);
CREATE INDEX personal_tokens_user ON personal_tokens (user_id);
CALL isolate('personal_tokens');
CALL allow_lookup('personal_tokens');

-- Groups of members. Policies name them, to say who approves a call.
CREATE TABLE team_groups (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT team_groups_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX team_groups_name ON team_groups (organization_id, name);
CALL isolate('team_groups');

-- A member leaves the groups with the organization.
CREATE TABLE team_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- When, and by which user, the member was added: a member who adds themselves approves no call that waited before.
  added_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  added_by uuid NOT NULL,
  PRIMARY KEY (organization_id, group_id, user_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES team_groups ON DELETE CASCADE,
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX team_group_members_user ON team_group_members (organization_id, user_id);
CALL isolate('team_group_members');

-- migrate:down
DROP TABLE team_group_members, team_groups, personal_tokens, sign_in_tries, browser_sessions, reset_requests, mailed_links, agents, api_keys, spent_states, identities, users, organizations;
