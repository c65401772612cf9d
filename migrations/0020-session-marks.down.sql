DROP INDEX session_intents_verdict;
DROP INDEX sessions_created;
DROP INDEX sessions_status;
DROP INDEX sessions_dirty;
CREATE INDEX sessions_dirty ON sessions (organization_id, id DESC)
  WHERE rollback_state = 'RUNNING' OR (rollback_state = 'FINISHED' AND NOT reverted) OR unknown > 0;
ALTER TABLE sessions DROP CONSTRAINT counters_not_negative;
ALTER TABLE sessions DROP COLUMN display_status, DROP COLUMN dirty, DROP COLUMN unconfirmed, DROP COLUMN violations;
ALTER TABLE sessions ADD CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared,
  unknown, rolled_back, rollback_failed, reads, late_effects, possible_effects) >= 0);
ALTER TABLE actions DROP COLUMN unconfirmed;
