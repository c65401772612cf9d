import type pg from 'pg';
import { ACTION_STATUSES } from '../../src/contract/action-statuses.js';
import { VIOLATIONS } from '../../src/contract/violations.js';
import { Caller, type Organization } from './client.js';
import { rows } from './ledger.js';
import type { Service } from './service.mjs';

const STATUSES = Object.keys(ACTION_STATUSES);
const OUTCOMES: Record<string, string> = {
  done: 'ROLLED_BACK',
  failed: 'ROLLBACK_FAILED',
  conflict: 'CONFLICT',
  impossible: 'IRREVERSIBLE',
  unknown: 'UNKNOWN',
  skipped: 'SKIPPED',
};

const none = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 0]));

export const NOTHING = {
  actions: { total: 0, byStatus: none(STATUSES) },
  successRate: null,
  blocked: 0,
  violations: { total: 0, byKind: none(VIOLATIONS) },
  approvals: { pending: 0, approved: 0, rejected: 0, expired: 0, withdrawn: 0, medianDecisionMs: null },
  rollbacks: { started: 0, finished: 0, outcomes: none(Object.values(OUTCOMES)) },
};

export const NOTHING_A_DAY = {
  ...{ actions: 0, success: 0, failed: 0, blocked: 0, rollbacks: 0, rolledBack: 0 },
  ...{ approvalsRequested: 0, approved: 0, rejected: 0, expired: 0, medianDecisionMs: null as number | null },
};

export async function metricsOf({ operator }: Organization, service: Service = operator.service) {
  return (await new Caller(service, operator.credential).get('/metrics')).body.data;
}

async function counted(
  database: pg.Pool,
  sql: string,
  values: unknown[],
  keys: readonly string[],
): Promise<Record<string, number>> {
  const found = (await database.query<{ key: string; n: number }>(sql, values)).rows;
  return { ...none(keys), ...Object.fromEntries(found.map(({ key, n }) => [key, n])) };
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);

/**
 * Computes the same figures by counting the rows. Rows do not show `blocked` once such a call was reported, nor the
 * median to better than 5 %; the exact median comes beside it.
 */
export async function countRows({ id }: Organization, simulated: boolean, database = rows) {
  const of = [id, simulated];
  const own = 'JOIN sessions s ON s.id = t.session_id WHERE s.organization_id = $1 AND s.simulated = $2';
  const by = (table: string, key: string, keys: readonly string[], more = '') =>
    counted(database, `SELECT ${key} AS key, count(*)::int AS n FROM ${table} t ${own} ${more} GROUP BY 1`, of, keys);
  const byStatus = await by('actions', 't.status', STATUSES);
  const byKind = await by('actions', 't.violation', VIOLATIONS, 'AND t.violation IS NOT NULL');
  const approvals = await by(
    'approvals',
    `CASE WHEN t.status = 'PENDING' THEN 'pending' WHEN t.decided_as IN ('REVOKED', 'LAPSED') THEN 'approved'
       WHEN t.decided_by IS NOT NULL THEN lower(t.status)
       WHEN t.reason = 'expired' THEN 'expired' ELSE 'withdrawn' END`,
    ['pending', 'approved', 'rejected', 'expired', 'withdrawn'],
  );
  const rollbacks = await by('rollbacks', 't.status', ['RUNNING', 'FINISHED']);
  const steps = await counted(
    database,
    `SELECT p.state AS key, count(*)::int AS n FROM rollback_steps p JOIN rollbacks t ON t.id = p.rollback_id ${own}
     AND p.state NOT IN ('planned', 'attempting') GROUP BY 1`,
    of,
    Object.keys(OUTCOMES),
  );
  const median = await database.query(
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.decided_at - t.created_at) * 1000)::float8 AS ms,
       bool_or(t.decided_as IN ('REVOKED', 'LAPSED')) AS ended
     FROM approvals t ${own} AND (t.decided_by IS NOT NULL OR t.decided_as = 'LAPSED')`,
    of,
  );
  const took = (byStatus.SUCCESS ?? 0) + (byStatus.ROLLED_BACK ?? 0) + (byStatus.ROLLBACK_FAILED ?? 0);
  const outcomes = took + (byStatus.FAILED ?? 0);
  return {
    // An approval that ended later has no more the time at which it was given.
    medianMs: (median.rows[0].ended ? null : median.rows[0].ms) as number | null,
    summary: {
      actions: { total: sum(byStatus), byStatus },
      successRate: outcomes > 0 ? took / outcomes : null,
      blocked: expect.any(Number),
      violations: { total: sum(byKind), byKind },
      approvals: { ...approvals, medianDecisionMs: median.rows[0].ms === null ? null : expect.any(Number) },
      rollbacks: {
        started: sum(rollbacks),
        finished: rollbacks.FINISHED,
        outcomes: Object.fromEntries(Object.entries(steps).map(([state, n]) => [OUTCOMES[state], n])),
      },
    },
  };
}

/** Expects each process to answer exactly the kept figures; call it while nothing is under way. */
export async function expectMetricsExact(
  organization: Organization,
  services: readonly Service[],
  database = rows,
): Promise<void> {
  for (const service of services) {
    const { simulated, days, since, ...live } = await metricsOf(organization, service);
    const [liveRows, simulatedRows] = [
      await countRows(organization, false, database),
      await countRows(organization, true, database),
    ];
    expect(live).toEqual(liveRows.summary);
    expect(simulated).toEqual(simulatedRows.summary);
    expect(new Date(since).getTime()).toBeLessThanOrEqual(Date.now());
    for (const { approvals, medianMs } of [
      { approvals: live.approvals, medianMs: liveRows.medianMs },
      { approvals: simulated.approvals, medianMs: simulatedRows.medianMs },
    ]) {
      if (medianMs !== null)
        expect(Math.abs(approvals.medianDecisionMs - medianMs)).toBeLessThanOrEqual(1 + medianMs * 0.05);
    }
    const over = (figure: string) =>
      days.reduce((all: number, day: Record<string, number>) => all + (day[figure] ?? 0), 0);
    const { byStatus } = live.actions;
    const { approved, rejected, expired } = live.approvals;
    expect({
      ...{
        actions: over('actions'),
        rolledBack: over('rolledBack'),
        blocked: over('blocked'),
        rollbacks: over('rollbacks'),
      },
      ...{ approved: over('approved'), rejected: over('rejected'), expired: over('expired') },
    }).toEqual({
      ...{ approved, rejected, expired, rollbacks: live.rollbacks.started },
      actions: live.actions.total,
      rolledBack: byStatus.ROLLED_BACK,
      blocked: live.blocked,
    });
  }
}
