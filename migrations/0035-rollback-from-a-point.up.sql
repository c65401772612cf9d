-- A rollback of one call of a session and of all that came later.
ALTER TABLE rollbacks
  ADD COLUMN from_action_id uuid,
  ADD CONSTRAINT rollbacks_extent_check CHECK (num_nonnulls(action_id, from_action_id, agent_rollback_id) <= 1);
