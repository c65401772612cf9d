// SQL: one statement over views of five modules, each part of which reads an index and ends after a fixed number of rows.

/** The count stops here: a page shows `100+`. */
export const MOST = 100;
/** The most names that are listed of each kind: operations, agents, sessions. */
export const NAMED = 5;

/** Reads the current items that need an operator, of every kind, in one round trip; `$1` is the organization. */
export const ATTENTION = `
  WITH pending AS MATERIALIZED (
    SELECT id, api_name, agent_slug, summary, created_at, expires_at FROM approval_states
    WHERE organization_id = $1 AND status = 'PENDING' AND expires_at > now() ORDER BY id LIMIT ${MOST + 1}),
  kinds AS (
    SELECT DISTINCT ON (api_name) *, count(*) OVER (PARTITION BY api_name)::int AS times FROM pending ORDER BY api_name, id)
  SELECT
    (SELECT count(*)::int FROM pending) AS pending,
    (SELECT coalesce(json_agg(k ORDER BY k.id), '[]') FROM (SELECT * FROM kinds ORDER BY id LIMIT ${NAMED}) k) AS kinds,
    (SELECT count(*)::int FROM (
      SELECT FROM session_states WHERE organization_id = $1 AND dirty LIMIT ${MOST + 1}) d) AS dirty,
    (SELECT count(*)::int FROM (
      SELECT FROM session_states WHERE organization_id = $1 AND display_status = 'ROLLBACK_FAILED' LIMIT ${MOST + 1}) f) AS rollback_failed,
    (SELECT count(*)::int FROM (
      SELECT FROM session_verdicts WHERE organization_id = $1 AND verdict = 'DRIFTED' AND session_id >= $2 LIMIT ${MOST + 1}) v) AS drifted,
    (SELECT coalesce(json_agg(a ORDER BY a.slug), '[]') FROM (
      SELECT slug, display_name FROM agent_states WHERE organization_id = $1 AND status = 'PAUSED' LIMIT ${NAMED}) a) AS paused,
    (SELECT coalesce(json_agg(c ORDER BY c.connector), '[]') FROM (
      SELECT connector, last_checked_at, last_check_detail FROM credential_checks
      WHERE organization_id = $1 AND last_check_ok = false) c) AS connectors,
    (SELECT coalesce(json_agg(w ORDER BY w.id), '[]') FROM (
      SELECT id, kind, description, disabled_reason, failing_since FROM receiver_states
      WHERE organization_id = $1 AND (enabled AND failing_since IS NOT NULL OR disabled_reason IN ('gone', 'failing'))) w) AS receivers`;
