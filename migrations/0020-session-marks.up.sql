-- Marks by which sessions are found without looking at their actions. Triggers keep them in the statement that changes what
-- they speak of (functions/actions/mark_action.sql, functions/sessions/mark_session.sql).
ALTER TABLE actions ADD COLUMN unconfirmed boolean NOT NULL DEFAULT false;
ALTER TABLE sessions
  ADD COLUMN violations integer NOT NULL DEFAULT 0,
  ADD COLUMN unconfirmed integer NOT NULL DEFAULT 0,
  ADD COLUMN dirty boolean NOT NULL DEFAULT false,
  ADD COLUMN display_status text NOT NULL DEFAULT 'ACTIVE';
ALTER TABLE sessions DROP CONSTRAINT counters_not_negative;
ALTER TABLE sessions ADD CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared,
  unknown, rolled_back, rollback_failed, reads, late_effects, possible_effects, violations, unconfirmed) >= 0);

-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE actions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
UPDATE actions a SET unconfirmed = true FROM approvals p
WHERE p.status = 'APPROVED' AND a.id = p.action_id AND a.status = 'CLEARED';
UPDATE sessions s SET violations = a.violations, unconfirmed = a.unconfirmed
FROM (SELECT session_id, count(violation) AS violations, count(*) FILTER (WHERE unconfirmed) AS unconfirmed FROM actions
      WHERE violation IS NOT NULL OR unconfirmed GROUP BY session_id) a
WHERE s.id = a.session_id;
UPDATE sessions s SET dirty = m.dirty, display_status = m.display_status
FROM (
  SELECT id, rollback_state = 'RUNNING' OR unknown > 0 OR violations > 0 OR unconfirmed > 0 OR rollback_failed > 0
      OR (rollback_state = 'FINISHED' AND NOT simulated AND success > reads) AS dirty,
    CASE
      WHEN rollback_state = 'RUNNING' THEN 'ROLLING_BACK'
      WHEN rollback_state = 'NONE' THEN CASE WHEN open_approvals > 0 THEN 'AWAITING_APPROVAL' ELSE status END
      WHEN simulated OR (success - reads + rollback_failed + unknown = 0 AND (possible_effects = 0 OR closed_by_rollback)) THEN 'REVERTED'
      WHEN success - reads + rollback_failed > 0 AND rolled_back = 0 AND late_effects = 0 AND NOT partly_restored THEN 'ROLLBACK_FAILED'
      ELSE 'PARTIALLY_REVERTED'
    END AS display_status
  FROM sessions) m
WHERE m.id = s.id AND (s.dirty, s.display_status) <> (m.dirty, m.display_status);
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
ALTER TABLE actions FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;

-- No column that every action changes is named in an index: each of them would write to all the indexes of the row.
DROP INDEX sessions_dirty;
CREATE INDEX sessions_dirty ON sessions (organization_id, dirty, id DESC);
CREATE INDEX sessions_status ON sessions (organization_id, display_status, id DESC);
CREATE INDEX sessions_created ON sessions (organization_id, created_at DESC, id DESC);
CREATE INDEX session_intents_verdict ON session_intents (organization_id, verdict, session_id DESC);
