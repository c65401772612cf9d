-- A rollback may bring back what another rollback of the session had replaced.
ALTER TABLE rollbacks
  ADD COLUMN reverts uuid REFERENCES rollbacks ON DELETE CASCADE,
  DROP CONSTRAINT rollbacks_extent_check,
  ADD CONSTRAINT rollbacks_extent_check CHECK (num_nonnulls(action_id, from_action_id, agent_rollback_id, reverts) <= 1);
CREATE INDEX rollbacks_reverts ON rollbacks (reverts) WHERE reverts IS NOT NULL;

ALTER TABLE rollback_steps
  -- What the step's writes replaced, as its connector keeps it.
  ADD COLUMN replaced jsonb,
  -- The step whose write undid this call as well.
  ADD COLUMN carried_by uuid REFERENCES rollback_steps ON DELETE CASCADE,
  -- Of a revert: the step whose undo it takes back.
  ADD COLUMN reverts_step uuid REFERENCES rollback_steps ON DELETE CASCADE;
CREATE INDEX rollback_steps_carried ON rollback_steps (carried_by) WHERE carried_by IS NOT NULL;
CREATE INDEX rollback_steps_reverts ON rollback_steps (reverts_step) WHERE reverts_step IS NOT NULL;
-- An undo is taken back once.
CREATE UNIQUE INDEX rollback_steps_reverted_once ON rollback_steps (reverts_step) WHERE state = 'done';
