-- Reads of unknown outcome make no session dirty; so they are counted apart, as successful reads are.
-- What became of an effect that no connector can tell, a person may say: it stays in the ledger with its status, and is no
-- longer counted among what is open. The kinds of status that can be settled have a counter each.
ALTER TABLE sessions
  ADD COLUMN unknown_reads counter NOT NULL DEFAULT 0,
  ADD COLUMN settled_success counter NOT NULL DEFAULT 0,
  ADD COLUMN settled_rollback_failed counter NOT NULL DEFAULT 0,
  ADD COLUMN settled_unknown counter NOT NULL DEFAULT 0,
  ADD COLUMN settled_failed counter NOT NULL DEFAULT 0;

-- Only what has, or may have, an effect is settled, and what is settled is never ROLLED_BACK.
ALTER TABLE actions
  ADD COLUMN settled_as text,
  ADD COLUMN settled_by text,
  ADD COLUMN settled_note text,
  ADD COLUMN settled_at timestamptz(3),
  ADD CONSTRAINT actions_settled_check CHECK (num_nulls(settled_as, settled_by, settled_note, settled_at) = 4
    OR num_nulls(settled_as, settled_by, settled_note, settled_at) = 0 AND settled_as IN ('undone', 'kept')
      AND operation_type <> 'READ' AND status IN ('SUCCESS', 'FAILED', 'UNKNOWN', 'ROLLBACK_FAILED'));

-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE actions NO FORCE ROW LEVEL SECURITY;
UPDATE sessions s SET unknown_reads = a.unknown_reads, unconfirmed = s.unconfirmed - a.unconfirmed
FROM (SELECT session_id, count(*) FILTER (WHERE status = 'UNKNOWN') AS unknown_reads, count(*) FILTER (WHERE unconfirmed) AS unconfirmed
      FROM actions WHERE operation_type = 'READ' AND (status = 'UNKNOWN' OR unconfirmed) GROUP BY session_id) a
WHERE s.id = a.session_id;
UPDATE actions SET unconfirmed = false WHERE operation_type = 'READ' AND unconfirmed;
UPDATE sessions s SET dirty = m.dirty, display_status = m.display_status
FROM (
  SELECT id, rollback_state = 'RUNNING' OR unknown > unknown_reads OR violations > 0 OR unconfirmed > 0 OR rollback_failed > 0
      OR (rollback_state = 'FINISHED' AND NOT simulated AND success > reads) AS dirty,
    CASE
      WHEN rollback_state = 'RUNNING' THEN 'ROLLING_BACK'
      WHEN rollback_state = 'NONE' THEN CASE WHEN open_approvals > 0 THEN 'AWAITING_APPROVAL' ELSE status END
      WHEN simulated OR (success - reads + rollback_failed + unknown - unknown_reads = 0 AND (possible_effects = 0 OR closed_by_rollback))
        THEN 'REVERTED'
      WHEN success - reads + rollback_failed > 0 AND rolled_back = 0 AND late_effects = 0 AND NOT partly_restored THEN 'ROLLBACK_FAILED'
      ELSE 'PARTIALLY_REVERTED'
    END AS display_status
  FROM sessions) m
WHERE m.id = s.id AND (s.dirty, s.display_status) <> (m.dirty, m.display_status);
ALTER TABLE actions FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
