import { auditOf } from '../../../support/audit.js';
import { type Organization, serviceA, serviceB } from '../../../support/client.js';
import { expectConsistentAt, rows } from '../../../support/ledger.js';
import { expectMetricsExact } from '../../../support/metrics.js';

/** Approvals that have not exactly one decision in the audit once they are decided, or have one before. */
const DECIDED_OTHERWISE = `
  SELECT p.id, p.status, count(e.target) AS entries FROM approvals p
  LEFT JOIN audit_entries e ON e.organization_id = p.organization_id AND e.target->>'id' = p.id::text
    AND e.action IN ('approval.approved', 'approval.rejected', 'approval.expired', 'approval.withdrawn')
  WHERE p.organization_id = $1 GROUP BY p.id, p.organization_id HAVING count(e.target) <> (p.status <> 'PENDING')::int`;

/** Rollbacks that are not finished, or that the audit does not tell once from beginning to end. */
const ROLLED_BACK_OTHERWISE = `
  SELECT r.id, r.status, array_agg(e.action ORDER BY e.sequence) AS entries FROM rollbacks r
  LEFT JOIN audit_entries e ON e.organization_id = r.organization_id AND e.target->>'id' = r.id::text
  WHERE r.organization_id = $1 GROUP BY r.id, r.organization_id
  HAVING r.status <> 'FINISHED' OR array_agg(e.action ORDER BY e.sequence) <> '{rollback.started,rollback.finished}'`;

const TWICE = `
  SELECT idempotency_key, count(*) FROM actions
  WHERE organization_id = $1 AND idempotency_key IS NOT NULL GROUP BY 1 HAVING count(*) > 1`;

/**
 * Reads the used quota and the number of recorded calls: refused ones count too (docs/contract.md, "Plans and quota").
 */
const USAGE = `
  SELECT coalesce((SELECT sum(actions)::int FROM usage_months WHERE organization_id = $1), 0) AS used,
    (SELECT count(*)::int FROM actions a JOIN sessions s ON s.id = a.session_id
     WHERE a.organization_id = $1 AND NOT s.simulated) AS kept`;

/**
 * Expects the invariants of an organization once nothing is under way, whatever ran at the same time: kept counters and
 * gapless numbers in each of these sessions, one decision of each approval, one history of each rollback, and an
 * unbroken audit log. `counted`: metrics and quota match the rows, too.
 */
export async function expectInvariants(
  organization: Organization,
  sessions: readonly string[],
  counted: boolean,
  database = rows,
): Promise<void> {
  const all = async (sql: string, values: unknown[]) => (await database.query(sql, values)).rows;
  const left = await all('SELECT id FROM sessions WHERE id = ANY ($1)', [sessions]);
  if (counted) expect(left).toHaveLength(sessions.length);
  await expectConsistentAt(
    database,
    left.map(({ id }) => id as string),
  );
  for (const query of [DECIDED_OTHERWISE, ROLLED_BACK_OTHERWISE, TWICE])
    expect(await all(query, [organization.id])).toEqual([]);
  await auditOf(organization);
  if (!counted) return;
  await expectMetricsExact(organization, [serviceA, serviceB]);
  const [usage] = await all(USAGE, [organization.id]);
  expect(usage.used).toBe(usage.kept);
}
