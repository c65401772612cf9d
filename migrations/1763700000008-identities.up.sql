-- Who signs in through a provider has no password.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

-- Who a person is at a provider: its subject, never the e-mail address.
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

-- A state signs in once, in whichever process; older ones have expired by themselves.
CREATE TABLE spent_states (
  state_hash text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX spent_states_organization ON spent_states (organization_id);
CALL isolate('spent_states');

CALL allow_lookup('identities');
CREATE FUNCTION user_of_identity(at_provider text, known_as text) RETURNS TABLE (user_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT i.user_id, i.organization_id FROM public.identities i WHERE provider = at_provider AND subject = known_as $$;
