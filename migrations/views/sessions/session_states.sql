-- Other modules read sessions through this view. Nothing may start in a session that is `rolled`. `effects` counts calls whose
-- effect remains, and `unknown` calls that may have one, without reads. Effects that a person settled are not `open`. A
-- decision on these columns needs the lock of SessionLocks first.
CREATE OR REPLACE VIEW session_states WITH (security_invoker = true) AS
SELECT s.id, s.organization_id, s.agent_slug, s.intent, s.simulated, s.status, s.created_at, s.last_sequence, s.last_effect_sequence,
       s.pending_approval, s.unknown - s.unknown_reads AS unknown, s.success - s.reads + s.rollback_failed AS effects, s.rollback_state, s.reverted, is_rolled(s) AS rolled,
       s.dirty, s.violations, s.unconfirmed, s.rollback_failed - s.settled_rollback_failed AS open_rollback_failed,
       s.unknown - s.unknown_reads - s.settled_unknown AS open_unknown, s.success - s.reads - s.settled_success AS open_successes,
       s.display_status, s.on_behalf_of, s.labels
FROM sessions s;
