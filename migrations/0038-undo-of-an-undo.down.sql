DELETE FROM rollbacks WHERE reverts IS NOT NULL;
ALTER TABLE rollback_steps DROP COLUMN reverts_step, DROP COLUMN carried_by, DROP COLUMN replaced;
ALTER TABLE rollbacks
  DROP CONSTRAINT rollbacks_extent_check,
  DROP COLUMN reverts,
  ADD CONSTRAINT rollbacks_extent_check CHECK (num_nonnulls(action_id, from_action_id, agent_rollback_id) <= 1);
