-- migrate:up
CREATE TABLE approvals (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  action_id uuid NOT NULL,
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
  -- It names the command that decided: an operator's, the expiry's, or that of a rollback or a pause. Listeners need not infer
  -- it.
  decided_as text CONSTRAINT approvals_decided_as_check
    CHECK (decided_as IN ('APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVOKED', 'LAPSED')),
  -- Filters of the list of approvals. The connector is the first part of the call's name: under row-level security an index
  -- serves no comparison that calls a function.
  connector text NOT NULL DEFAULT '',
  -- The policies that asked for it.
  policy_ids uuid[] NOT NULL DEFAULT '{}',
  -- The call that it decides on as a sentence.
  summary text,
  -- A note of an operator for the next one who reads the approval.
  note text,
  noted_by text,
  noted_at timestamptz(3),
  -- A call with this time is permitted then, unless an operator stops it before.
  permits_at timestamptz(3),
  -- The time for which an approval may be used once it is given; `usable_until` is null unless it is given and its call has not begun.
  usable_ms bigint,
  usable_until timestamptz(3),
  -- The time that a person has to decide, also when a hold ends or the person is asked again.
  waits_ms bigint NOT NULL DEFAULT 86400000,
  -- Operations that the call may do as well, as its client said: policies judge them again with the call.
  may_do text[] NOT NULL DEFAULT '{}',
  edit_reason text,
  -- The address of the operator who asked, or who made the key that did.
  requester text,
  -- The rules on approvers of the policies that asked (`ApproverRule` in src/policies/policy.ts), as they were then; null when
  -- each operator may approve. Groups are named by id, and a decision reads their members at its own time.
  approver_rules jsonb CONSTRAINT approvals_approver_rules_check CHECK (jsonb_typeof(approver_rules) = 'array'),
  CONSTRAINT approvals_note_check CHECK (num_nulls(note, noted_by, noted_at) IN (0, 3) AND char_length(note) <= 2000),
  PRIMARY KEY (id, organization_id),
  UNIQUE (action_id, organization_id),
  FOREIGN KEY (organization_id, action_id) REFERENCES actions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  CHECK ((status = 'PENDING') = (decided_at IS NULL)),
  CHECK ((status = 'PENDING') = (decided_as IS NULL))
);
CREATE INDEX approvals_page ON approvals (organization_id, status, id DESC);
CREATE INDEX approvals_session ON approvals (session_id);
CREATE INDEX approvals_due ON approvals (expires_at) WHERE status = 'PENDING';
CREATE INDEX approvals_approved ON approvals (organization_id, session_id DESC, action_id) WHERE status = 'APPROVED';
CREATE INDEX approvals_of_agent ON approvals (organization_id, agent_slug, status, id DESC);
CREATE INDEX approvals_of_connector ON approvals (organization_id, connector, status, id DESC);
CREATE INDEX approvals_permitted ON approvals (permits_at) WHERE status = 'PENDING' AND permits_at IS NOT NULL;
CREATE INDEX approvals_usable ON approvals (usable_until) WHERE usable_until IS NOT NULL;
CREATE INDEX approvals_unused ON approvals (organization_id, id) WHERE usable_until IS NOT NULL;
CALL isolate('approvals');
CALL allow_lookup('approvals');

-- One vote an operator and approval. No foreign key to the user: an approval outlives the account of its operator.
CREATE TABLE approval_votes (
  organization_id uuid NOT NULL,
  approval_id uuid NOT NULL,
  user_id uuid NOT NULL,
  voter text NOT NULL,
  voted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (approval_id, user_id, organization_id),
  FOREIGN KEY (organization_id, approval_id) REFERENCES approvals (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX approval_votes_organization ON approval_votes (organization_id);
CALL isolate('approval_votes');

-- Calls of one session that an operator approves in advance, counted down under the lock of that session's row.
CREATE TABLE approval_grants (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The approval it was made with.
  approval_id uuid NOT NULL,
  api_name_pattern text NOT NULL,
  -- It clears the calls inside of this tool call alone; null: those of the whole session.
  tool_call_id tool_call_id,
  max_uses integer NOT NULL CHECK (max_uses BETWEEN 1 AND 1000),
  uses integer NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND max_uses),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  -- The fingerprints of the policies whose approval a grant stands for: those there were when it was given.
  fingerprints uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, approval_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX approval_grants_session ON approval_grants (session_id);
CALL isolate('approval_grants');

-- The table keeps the approval that an operator has open, and the time of the last report of their page. There is one row for
-- each operator, so the table needs no sweep and grows with the members alone.
CREATE TABLE approval_viewers (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  approval_id uuid NOT NULL,
  label text NOT NULL,
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, user_id),
  FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (organization_id, approval_id) REFERENCES approvals (organization_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX approval_viewers_approval ON approval_viewers (approval_id);
CREATE INDEX approval_viewers_user ON approval_viewers (user_id);
CALL isolate('approval_viewers');

-- migrate:down
DROP TABLE approval_viewers, approval_grants, approval_votes, approvals;
