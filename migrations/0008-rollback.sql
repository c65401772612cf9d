-- migrate:up
-- Undoing what an agent did since then: one rollback for each of its sessions, and one order over all of their steps.
CREATE TABLE agent_rollbacks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- An agent's row may go; what it did does not.
  agent_id uuid NOT NULL,
  agent_slug text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- Sessions that were being rolled back already.
  skipped_sessions uuid[] NOT NULL,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
CALL isolate('agent_rollbacks');

-- The truth of a rollback: this row, its lease and its fencing number.
CREATE TABLE rollbacks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- Null when the whole session is rolled back.
  action_id uuid,
  status text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'FINISHED')),
  on_conflict text NOT NULL CHECK (on_conflict IN ('skip', 'force')),
  requested_by text NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  agent_rollback_id uuid,
  -- Counts the steps by their result, written when the rollback finishes: listeners need not know the states of steps.
  outcomes json,
  -- A person signed the plan that was shown, and the calls whose conflicts are overwritten.
  plan_hash text,
  forced uuid[] NOT NULL DEFAULT '{}',
  needs_proof boolean NOT NULL DEFAULT true,
  -- The rollback undoes this call of the session and all that came later.
  from_action_id uuid,
  -- The rollback undoes the calls of the session that belong to this tool call.
  tool_call_id tool_call_id,
  -- A rollback may bring back what another rollback of the session had replaced. Rows that refer to rows of their own table
  -- are inserted in any order when an organization moves, and compared at the end.
  reverts uuid,
  -- Calls of which an operator has the sums taken off what is there.
  subtracted uuid[] NOT NULL DEFAULT '{}',
  CONSTRAINT rollbacks_extent_check CHECK (num_nonnulls(action_id, from_action_id, tool_call_id, agent_rollback_id, reverts) <= 1),
  PRIMARY KEY (id, organization_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, agent_rollback_id) REFERENCES agent_rollbacks (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, reverts) REFERENCES rollbacks (organization_id, id) ON DELETE CASCADE DEFERRABLE
);
CREATE UNIQUE INDEX rollbacks_one_at_a_time ON rollbacks (session_id, organization_id) WHERE status = 'RUNNING';
CREATE INDEX rollbacks_session ON rollbacks (session_id, id DESC);
CREATE INDEX rollbacks_due ON rollbacks (created_at) WHERE status = 'RUNNING';
CREATE INDEX rollbacks_of_agent ON rollbacks (agent_rollback_id) WHERE agent_rollback_id IS NOT NULL;
CREATE INDEX rollbacks_reverts ON rollbacks (reverts) WHERE reverts IS NOT NULL;
CALL isolate('rollbacks');
CALL allow_lookup('rollbacks');

CREATE TABLE rollback_steps (
  id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  rollback_id uuid NOT NULL,
  action_id uuid NOT NULL,
  position integer NOT NULL,
  state text NOT NULL DEFAULT 'planned' CHECK (state IN
    ('planned', 'attempting', 'done', 'conflict', 'impossible', 'failed', 'unknown', 'skipped')),
  attempts integer NOT NULL DEFAULT 0,
  detail text,
  items json,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- In an agent's rollback positions count over all of its sessions.
  agent_rollback_id uuid,
  -- The tries at a step note what they saw and will send, each before the call to the provider that it speaks of.
  traces jsonb,
  -- The conflict as the person who signed was shown it.
  shown_conflict text,
  -- The step's writes replaced this, as its connector keeps it.
  replaced jsonb,
  -- The step whose write undid this call as well.
  carried_by uuid,
  -- A step of a revert takes back the undo of this step.
  reverts_step uuid,
  PRIMARY KEY (id, organization_id),
  UNIQUE (rollback_id, action_id, organization_id),
  UNIQUE (rollback_id, position, organization_id),
  FOREIGN KEY (organization_id, rollback_id) REFERENCES rollbacks (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, action_id) REFERENCES actions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, carried_by) REFERENCES rollback_steps (organization_id, id) ON DELETE CASCADE DEFERRABLE,
  FOREIGN KEY (organization_id, reverts_step) REFERENCES rollback_steps (organization_id, id) ON DELETE CASCADE DEFERRABLE
);
-- These indexes find the rows that are deleted with a session, an action or an organization, without a scan of all rows.
CREATE INDEX rollback_steps_action ON rollback_steps (action_id);
CREATE INDEX rollback_steps_organization ON rollback_steps (organization_id);
CREATE UNIQUE INDEX rollback_steps_of_agent ON rollback_steps (agent_rollback_id, position, organization_id) WHERE agent_rollback_id IS NOT NULL;
CREATE INDEX rollback_steps_open ON rollback_steps (agent_rollback_id, position)
  WHERE agent_rollback_id IS NOT NULL AND state IN ('planned', 'attempting');
CREATE INDEX rollback_steps_carried ON rollback_steps (carried_by) WHERE carried_by IS NOT NULL;
CREATE INDEX rollback_steps_reverts ON rollback_steps (reverts_step) WHERE reverts_step IS NOT NULL;
-- An undo is taken back once.
CREATE UNIQUE INDEX rollback_steps_reverted_once ON rollback_steps (reverts_step, organization_id) WHERE state = 'done';
CALL isolate('rollback_steps');
CALL allow_lookup('rollback_steps');

-- Holds the new address of each resource that an undo recreated: older actions name the former address.
CREATE TABLE remade_resources (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  action_id uuid NOT NULL,
  connector text NOT NULL,
  kind text NOT NULL,
  former_address jsonb NOT NULL,
  address jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, action_id) REFERENCES actions (organization_id, id) ON DELETE CASCADE,
  CHECK (former_address <> address)
);
CREATE UNIQUE INDEX remade_resources_former ON remade_resources (organization_id, connector, kind, md5(former_address::text));
CREATE INDEX remade_resources_address ON remade_resources (organization_id, connector, kind, md5(address::text));
CREATE INDEX remade_resources_action ON remade_resources (action_id);
CALL isolate('remade_resources');

-- migrate:down
DROP TABLE remade_resources, rollback_steps, rollbacks, agent_rollbacks;
