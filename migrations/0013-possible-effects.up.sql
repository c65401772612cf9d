-- Calls, reads left out, of which is not known whether they took effect: cleared, unknown, or reported as failed without a
-- refusal of the provider. What may have happened can be rolled back.
ALTER TABLE sessions ADD COLUMN possible_effects integer NOT NULL DEFAULT 0;
ALTER TABLE sessions DROP CONSTRAINT counters_not_negative;
ALTER TABLE sessions ADD CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared,
  unknown, rolled_back, rollback_failed, reads, late_effects, possible_effects) >= 0);

-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE actions NO FORCE ROW LEVEL SECURITY;
UPDATE sessions s SET possible_effects = a.possible
FROM (SELECT session_id, count(*) AS possible FROM actions
      WHERE operation_type <> 'READ' AND (status IN ('CLEARED', 'UNKNOWN') OR status = 'FAILED' AND response -> 'refusal' IS NULL)
      GROUP BY session_id) a
WHERE s.id = a.session_id;
ALTER TABLE actions FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
