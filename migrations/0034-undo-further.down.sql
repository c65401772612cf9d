-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE actions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
UPDATE actions a SET unconfirmed = true FROM approvals p
WHERE p.status = 'APPROVED' AND a.id = p.action_id AND a.status = 'CLEARED' AND a.operation_type = 'READ';
UPDATE sessions s SET violations = s.violations + a.settled, unconfirmed = s.unconfirmed + a.reads
FROM (SELECT session_id, count(*) FILTER (WHERE settled_as IS NOT NULL AND violation IS NOT NULL) AS settled,
        count(*) FILTER (WHERE unconfirmed AND operation_type = 'READ') AS reads
      FROM actions WHERE settled_as IS NOT NULL OR unconfirmed GROUP BY session_id) a
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

ALTER TABLE actions DROP CONSTRAINT actions_settled_check, DROP COLUMN settled_as, DROP COLUMN settled_by, DROP COLUMN settled_note,
  DROP COLUMN settled_at;
ALTER TABLE sessions DROP COLUMN unknown_reads, DROP COLUMN settled_success, DROP COLUMN settled_rollback_failed,
  DROP COLUMN settled_unknown, DROP COLUMN settled_failed;
