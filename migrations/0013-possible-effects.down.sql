ALTER TABLE sessions DROP CONSTRAINT counters_not_negative;
ALTER TABLE sessions DROP COLUMN possible_effects;
ALTER TABLE sessions ADD CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared, unknown,
    rolled_back, rollback_failed, reads, late_effects) >= 0);
