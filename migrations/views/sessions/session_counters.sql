-- What tells whether a session may leave the database: what a person settled is not open. A decision on these columns needs the session's lock first.
CREATE OR REPLACE VIEW session_counters WITH (security_invoker = true) AS
SELECT s.id, s.organization_id, s.status, s.simulated, s.created_at, s.last_activity_at, s.rollback_state, s.dirty,
       s.pending_approval, s.open_approvals, s.cleared, s.unknown - s.unknown_reads - s.settled_unknown AS unknown, s.unconfirmed,
       s.possible_effects - s.settled_unknown - s.settled_failed AS possible_effects,
       s.success - s.reads - s.settled_success AS effects, s.rollback_failed - s.settled_rollback_failed AS rollback_failed
FROM sessions s;
