-- A browser in which an operator is signed in. Its cookie is signed and names this row; it is stored nowhere.
CREATE TABLE browser_sessions (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX browser_sessions_organization ON browser_sessions (organization_id);
CREATE INDEX browser_sessions_user ON browser_sessions (user_id);
CALL isolate('browser_sessions');
