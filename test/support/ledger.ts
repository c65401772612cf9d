import pg from 'pg';
import type { Answer, Caller } from './client.js';
import { newPool } from './pool.js';

const url = (process.env.TEST_SUPERUSER_URL ?? '').replace(/\/[^/]*$/, '/backstop');

/** The rows behind the services, past row-level security; every suite that uses it ends it. */
export const rows = newPool({ connectionString: url, max: 4 });
rows.on('error', () => undefined);

/** A call without a connector: it can be recorded and gated, but not undone. */
export const call = (more: object = {}) => ({
  apiName: 'crm.customer.update',
  operationType: 'UPDATE',
  payload: { id: 7 },
  ...more,
});

/** Logs a call and gives its id, also when it was refused and kept. */
export async function logged(caller: Caller, session: string, more: object = {}): Promise<string> {
  const { body } = await caller.post(`/sessions/${session}/actions`, call(more));
  return body.data?.id ?? body.error.actionId;
}

/** Logs a call that has to wait; gives its id and its approval's. */
export async function gated(caller: Caller, session: string, more: object = {}) {
  const { body } = await caller.post(`/sessions/${session}/actions`, call({ status: 'PENDING_APPROVAL', ...more }));
  return { actionId: body.data.id as string, approvalId: body.data.approval.id as string };
}

/** `policy-blocked` of `{errors_url}/policy-blocked`; null for a success. */
export const errorOf = ({ body }: Answer): string | null => body.error?.type.split('/').at(-1) ?? null;

/** Counts the answers by status: `{ 201: 3, 409: 13 }`. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export async function setPlan(organizationId: string, plan: 'FREE' | 'PRO' | 'TEAM', database = rows): Promise<void> {
  await database.query('UPDATE organizations SET plan = $2, epoch = epoch + 1 WHERE id = $1', [organizationId, plan]);
}

/** Expects the invariants of these sessions to hold: kept counters, gapless numbers, decided approvals. */
export const expectConsistent = (...sessions: string[]): Promise<void> => expectConsistentAt(rows, sessions);

/** The same of sessions in another database. */
export async function expectConsistentAt(database: pg.Pool, sessions: readonly string[]): Promise<void> {
  const snapshot = await database.connect();
  try {
    await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await expectConsistentIn(snapshot, sessions);
  } finally {
    await snapshot.query('ROLLBACK');
    snapshot.release();
  }
}

const KEPT = `
  SELECT id, success, failed, pending_approval, cleared, unknown, rolled_back, rollback_failed, reads, last_sequence,
    last_effect_sequence, open_approvals, possible_effects, violations, unconfirmed, unknown_reads,
    settled_success, settled_rollback_failed, settled_unknown, settled_failed, dirty FROM sessions WHERE id = ANY ($1) ORDER BY id`;

const COUNTED = `
  SELECT s.id, count(*) FILTER (WHERE a.status = 'SUCCESS')::int AS success,
    count(*) FILTER (WHERE a.status = 'FAILED')::int AS failed,
    count(*) FILTER (WHERE a.status = 'PENDING_APPROVAL')::int AS pending_approval,
    count(*) FILTER (WHERE a.status = 'CLEARED')::int AS cleared, count(*) FILTER (WHERE a.status = 'UNKNOWN')::int AS unknown,
    count(*) FILTER (WHERE a.status = 'ROLLED_BACK')::int AS rolled_back,
    count(*) FILTER (WHERE a.status = 'ROLLBACK_FAILED')::int AS rollback_failed,
    count(*) FILTER (WHERE a.status = 'SUCCESS' AND a.operation_type = 'READ')::int AS reads,
    count(*) FILTER (WHERE a.operation_type <> 'READ' AND (a.status IN ('CLEARED', 'UNKNOWN')
      OR a.status = 'FAILED' AND a.response -> 'refusal' IS NULL))::int AS possible_effects,
    count(a.id)::int AS last_sequence, count(a.effect_sequence)::int AS last_effect_sequence,
    (SELECT count(*)::int FROM approvals p WHERE p.session_id = s.id AND p.status = 'PENDING') AS open_approvals,
    count(a.violation) FILTER (WHERE a.settled_as IS NULL)::int AS violations,
    count(*) FILTER (WHERE a.operation_type <> 'READ' AND a.status = 'CLEARED' AND EXISTS (
      SELECT FROM approvals p WHERE p.action_id = a.id AND p.status = 'APPROVED'))::int AS unconfirmed,
    count(*) FILTER (WHERE a.status = 'UNKNOWN' AND a.operation_type = 'READ')::int AS unknown_reads,
    count(*) FILTER (WHERE a.status = 'SUCCESS' AND a.settled_as IS NOT NULL)::int AS settled_success,
    count(*) FILTER (WHERE a.status = 'ROLLBACK_FAILED' AND a.settled_as IS NOT NULL)::int AS settled_rollback_failed,
    count(*) FILTER (WHERE a.status = 'UNKNOWN' AND a.settled_as IS NOT NULL)::int AS settled_unknown,
    count(*) FILTER (WHERE a.status = 'FAILED' AND a.response -> 'refusal' IS NULL AND a.settled_as IS NOT NULL)::int AS settled_failed,
    s.rollback_state = 'RUNNING' OR coalesce(bool_or(a.settled_as IS NULL AND (a.violation IS NOT NULL OR a.operation_type <> 'READ' AND (
      a.status IN ('UNKNOWN', 'ROLLBACK_FAILED')
      OR a.status = 'CLEARED' AND EXISTS (SELECT FROM approvals p WHERE p.action_id = a.id AND p.status = 'APPROVED')
      OR s.rollback_state = 'FINISHED' AND NOT s.simulated AND a.status = 'SUCCESS'))), false) AS dirty
  FROM sessions s LEFT JOIN actions a ON a.session_id = s.id WHERE s.id = ANY ($1) GROUP BY s.id, s.organization_id ORDER BY s.id`;

/** Finds sessions whose numbers, which count from one, have a gap or a double. */
const MISNUMBERED = `
  SELECT session_id, array_agg(sequence ORDER BY sequence) AS sequences, array_agg(effect_sequence ORDER BY effect_sequence) AS effects
  FROM actions WHERE session_id = ANY ($1) GROUP BY session_id
  HAVING min(sequence) <> 1 OR max(sequence) <> count(*) OR count(DISTINCT sequence) <> count(*)
    OR min(effect_sequence) <> 1 OR max(effect_sequence) <> count(effect_sequence)
    OR count(DISTINCT effect_sequence) <> count(effect_sequence)`;

const CONTRADICTIONS = `
  SELECT p.id, p.status, a.status AS action FROM approvals p JOIN actions a ON a.id = p.action_id
  WHERE p.session_id = ANY ($1) AND (p.status <> 'PENDING' AND a.status = 'PENDING_APPROVAL'
    OR p.status = 'PENDING' AND a.status IN ('CLEARED', 'REJECTED') OR p.status = 'REJECTED' AND a.status = 'CLEARED')`;

async function expectConsistentIn(snapshot: pg.PoolClient, sessions: readonly string[]): Promise<void> {
  const read = async (sql: string) => (await snapshot.query(sql, [sessions])).rows;
  const kept = await read(KEPT);
  expect(kept.map(({ id }) => id)).toEqual([...new Set(sessions)].sort());
  expect(kept).toEqual(await read(COUNTED));
  expect(await read(MISNUMBERED)).toEqual([]);
  expect(await read(CONTRADICTIONS)).toEqual([]);
}
