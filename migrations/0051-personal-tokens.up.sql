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
  CONSTRAINT personal_tokens_expires_at_check CHECK (expires_at <= created_at + interval '367 days')
);
CREATE INDEX personal_tokens_page ON personal_tokens (organization_id, user_id, id);
CREATE INDEX personal_tokens_user ON personal_tokens (user_id);
CALL isolate('personal_tokens');
CALL allow_lookup('personal_tokens');
