// SQL: keyset pages over a partial index and views of two other modules.

/**
 * The ids of an organization's ($1) dirty sessions before a cursor ($2), newest first, at most $3. Each part reads a
 * partial index from its newest end (`sessions_dirty`) and stops when it has enough; what is clean is never read.
 * Approvals are the exception, as their index cannot know what became of the call: those an organization has given are
 * looked at one by one.
 */
export const DIRTY_SESSIONS = `
  SELECT id FROM (
    (SELECT s.id FROM session_states s
     WHERE s.organization_id = $1 AND s.id < $2
       AND (s.rollback_state = 'RUNNING' OR (s.rollback_state = 'FINISHED' AND NOT s.reverted) OR s.unknown > 0)
       AND (s.rollback_state = 'RUNNING' OR s.unknown > 0 OR NOT s.simulated AND s.effects > 0)
     ORDER BY s.id DESC LIMIT $3)
    UNION
    (SELECT DISTINCT a.session_id FROM action_details a
     WHERE a.organization_id = $1 AND a.session_id < $2 AND a.violation IS NOT NULL
     ORDER BY a.session_id DESC LIMIT $3)
    UNION
    (SELECT DISTINCT p.session_id FROM approval_states p
     WHERE p.organization_id = $1 AND p.session_id < $2 AND p.status = 'APPROVED'
       AND (SELECT a.status FROM action_details a WHERE a.id = p.action_id) = 'CLEARED'
     ORDER BY p.session_id DESC LIMIT $3)
  ) AS found
  ORDER BY id DESC LIMIT $3`;

/** Why these sessions ($2) of an organization ($1) are dirty, action by action. */
export const DIRT = `
  SELECT a.session_id, r.reason, count(*)::int AS actions, (array_agg(a.id ORDER BY a.sequence))[1:20] AS "actionIds"
  FROM session_states s
  JOIN action_details a ON a.session_id = s.id
  CROSS JOIN LATERAL (VALUES
    ('not-undone', s.rollback_state = 'FINISHED' AND NOT s.simulated AND a.status = 'SUCCESS' AND a.operation_type <> 'READ'),
    ('rollback-incomplete', a.status = 'ROLLBACK_FAILED' OR s.rollback_state = 'RUNNING' AND EXISTS (
       SELECT FROM rollback_steps t JOIN rollbacks b ON b.id = t.rollback_id
       WHERE t.action_id = a.id AND t.state IN ('planned', 'attempting') AND b.status = 'RUNNING')),
    ('unconfirmed-approval', a.status = 'CLEARED' AND EXISTS (
       SELECT FROM approval_states p WHERE p.action_id = a.id AND p.status = 'APPROVED')),
    ('violation', a.violation IS NOT NULL),
    ('unknown-outcome', a.status = 'UNKNOWN')) AS r (reason, holds)
  WHERE s.organization_id = $1 AND s.id = ANY ($2::uuid[]) AND r.holds
  GROUP BY a.session_id, r.reason`;
