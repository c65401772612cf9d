CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  action_id uuid NOT NULL UNIQUE REFERENCES actions ON DELETE CASCADE,
  agent_slug text NOT NULL,
  api_name text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
  payload_summary text NOT NULL,
  payload_hash text NOT NULL,
  reason text,
  decided_by text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  required_approvals integer NOT NULL DEFAULT 1 CHECK (required_approvals >= 1),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((status = 'PENDING') = (decided_at IS NULL))
);
CREATE INDEX approvals_page ON approvals (organization_id, status, id DESC);
CREATE INDEX approvals_session ON approvals (session_id);
CREATE INDEX approvals_due ON approvals (expires_at) WHERE status = 'PENDING';
CREATE INDEX approvals_approved ON approvals (organization_id, session_id DESC, action_id) WHERE status = 'APPROVED';
CREATE INDEX approvals_agent ON approvals (organization_id, agent_slug) WHERE status = 'PENDING';
CALL isolate('approvals');
CALL allow_lookup('approvals');

-- The operators who approved, each once. No foreign key to the user: an approval outlives the account of its operator.
CREATE TABLE given_approvals (
  organization_id uuid NOT NULL,
  approval_id uuid NOT NULL REFERENCES approvals ON DELETE CASCADE,
  user_id uuid NOT NULL,
  given_by text NOT NULL,
  given_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (approval_id, user_id)
);
CREATE INDEX given_approvals_organization ON given_approvals (organization_id);
CALL isolate('given_approvals');

-- Calls of one session that an operator approves in advance, counted down under the lock of that session's row.
CREATE TABLE approval_grants (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The approval it was made with.
  approval_id uuid NOT NULL UNIQUE,
  api_name_pattern text NOT NULL,
  max_uses integer NOT NULL CHECK (max_uses BETWEEN 1 AND 1000),
  uses integer NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND max_uses),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  -- The gates that the grant opens: those there were when it was given, each as it was then. Older grants open none.
  gates uuid[] NOT NULL DEFAULT '{}',
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX approval_grants_page ON approval_grants (organization_id, id DESC);
CREATE INDEX approval_grants_session ON approval_grants (session_id);
CALL isolate('approval_grants');
