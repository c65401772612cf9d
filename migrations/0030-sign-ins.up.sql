-- What an operator sees of the browsers in which they are signed in, and when one of them was used last.
ALTER TABLE browser_sessions
  ADD COLUMN signed_in_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN user_agent text NOT NULL DEFAULT '';
-- This migration is no sign-in. Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE browser_sessions NO FORCE ROW LEVEL SECURITY;
UPDATE browser_sessions SET signed_in_at = created_at;
ALTER TABLE browser_sessions FORCE ROW LEVEL SECURITY;

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
