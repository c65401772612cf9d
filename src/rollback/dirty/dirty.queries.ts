// SQL: kept counters beside the first calls that each of them counts, through a view of another module.

/**
 * The reasons why these sessions ($2) of an organization ($1) are dirty, from the counters in the session's row. Calls
 * are read to name the first twenty of each reason: a limit that is known when the query is planned makes PostgreSQL
 * read them in their order, and the other limit ends the reading at the last existing one. Open steps are counted one
 * by one only while a rollback runs. An action that a person settled is no reason.
 */
export const DIRT = `
  SELECT s.id AS session_id, r.reason, c.actions AS actions, named.ids AS "actionIds"
  FROM session_states s
  CROSS JOIN LATERAL (VALUES
    ('not-undone', CASE WHEN s.rollback_state = 'FINISHED' AND NOT s.simulated THEN s.open_successes ELSE 0 END),
    ('rollback-incomplete', s.open_rollback_failed),
    ('unconfirmed-approval', s.unconfirmed),
    ('violation', s.violations),
    ('unknown-outcome', s.open_unknown)) AS r (reason, actions)
  CROSS JOIN LATERAL (SELECT CASE WHEN r.reason = 'rollback-incomplete' AND s.rollback_state = 'RUNNING' THEN (
    SELECT count(*)::int FROM action_details a
    WHERE a.session_id = s.id AND a.settled_as IS NULL AND (a.status = 'ROLLBACK_FAILED' OR EXISTS (
      SELECT FROM rollback_steps t JOIN rollbacks b ON b.id = t.rollback_id
      WHERE t.action_id = a.id AND t.state IN ('planned', 'attempting') AND b.status = 'RUNNING')))
    ELSE r.actions END AS actions) AS c
  CROSS JOIN LATERAL (
    SELECT array_agg(f.id ORDER BY f.sequence) AS ids FROM (
      SELECT n.id, n.sequence FROM (
        SELECT a.id, a.sequence FROM action_details a
        WHERE a.session_id = s.id AND a.settled_as IS NULL AND CASE r.reason
          WHEN 'not-undone' THEN a.status = 'SUCCESS' AND a.operation_type <> 'READ'
          WHEN 'unconfirmed-approval' THEN a.unconfirmed
          WHEN 'violation' THEN a.violation IS NOT NULL
          WHEN 'unknown-outcome' THEN a.status = 'UNKNOWN' AND a.operation_type <> 'READ'
          ELSE a.status = 'ROLLBACK_FAILED' OR s.rollback_state = 'RUNNING' AND EXISTS (
            SELECT FROM rollback_steps t JOIN rollbacks b ON b.id = t.rollback_id
            WHERE t.action_id = a.id AND t.state IN ('planned', 'attempting') AND b.status = 'RUNNING') END
        ORDER BY a.sequence LIMIT 20) AS n
      LIMIT c.actions) AS f
  ) AS named
  WHERE s.organization_id = $1 AND s.id = ANY ($2::uuid[]) AND c.actions > 0`;
