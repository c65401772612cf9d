import pg from 'pg';
import type { Answer, Caller } from './client.js';

const url = (process.env.TEST_SUPERUSER_URL ?? '').replace(/\/[^/]*$/, '/backstop');

/** The rows behind the services, past row-level security; every suite that uses it ends it. */
export const rows = new pg.Pool({ connectionString: url, max: 4 });
rows.on('error', () => undefined);

/** A call nobody has a connector for: it can be recorded and gated, and not be undone. */
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

/** How often each status was answered: `{ 201: 3, 409: 13 }`. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export async function setPlan(organizationId: string, plan: 'FREE' | 'PRO' | 'TEAM'): Promise<void> {
  await rows.query('UPDATE organizations SET plan = $2, epoch = epoch + 1 WHERE id = $1', [organizationId, plan]);
}

/** Looks again until it holds or the second in which every change takes effect is over; gives the last look. */
export async function withinASecond<T>(look: () => Promise<T>, holds: (seen: T) => boolean, ms = 1_000): Promise<T> {
  const until = performance.now() + ms;
  for (;;) {
    const seen = await look();
    if (holds(seen) || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What must hold of a session whatever has happened: kept counters, gapless numbers, decided approvals. */
export async function expectConsistent(session: string): Promise<void> {
  const snapshot = await rows.connect();
  try {
    await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await expectConsistentIn(snapshot, session);
  } finally {
    await snapshot.query('ROLLBACK');
    snapshot.release();
  }
}

async function expectConsistentIn(snapshot: pg.PoolClient, session: string): Promise<void> {
  const { rows: kept } = await snapshot.query(
    `SELECT success, failed, pending_approval, cleared, unknown, rolled_back, rollback_failed, reads, last_sequence,
       last_effect_sequence, open_approvals FROM sessions WHERE id = $1`,
    [session],
  );
  const { rows: counted } = await snapshot.query(
    `SELECT count(*) FILTER (WHERE status = 'SUCCESS')::int AS success, count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
       count(*) FILTER (WHERE status = 'PENDING_APPROVAL')::int AS pending_approval,
       count(*) FILTER (WHERE status = 'CLEARED')::int AS cleared, count(*) FILTER (WHERE status = 'UNKNOWN')::int AS unknown,
       count(*) FILTER (WHERE status = 'ROLLED_BACK')::int AS rolled_back,
       count(*) FILTER (WHERE status = 'ROLLBACK_FAILED')::int AS rollback_failed,
       count(*) FILTER (WHERE status = 'SUCCESS' AND operation_type = 'READ')::int AS reads,
       count(*)::int AS last_sequence, count(effect_sequence)::int AS last_effect_sequence,
       (SELECT count(*)::int FROM approvals p WHERE p.session_id = $1 AND p.status = 'PENDING') AS open_approvals
     FROM actions WHERE session_id = $1`,
    [session],
  );
  expect(kept).toEqual(counted);
  const { rows: numbers } = await snapshot.query(
    `SELECT array_agg(sequence ORDER BY sequence) AS sequences,
       array_agg(effect_sequence ORDER BY effect_sequence) FILTER (WHERE effect_sequence IS NOT NULL) AS effects
     FROM actions WHERE session_id = $1`,
    [session],
  );
  const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  expect(numbers[0].sequences ?? []).toEqual(oneTo(kept[0].last_sequence));
  expect(numbers[0].effects ?? []).toEqual(oneTo(kept[0].last_effect_sequence));
  const { rows: contradictions } = await snapshot.query(
    `SELECT p.id, p.status, a.status AS action FROM approvals p JOIN actions a ON a.id = p.action_id
     WHERE p.session_id = $1 AND (p.status <> 'PENDING' AND a.status = 'PENDING_APPROVAL'
       OR p.status = 'PENDING' AND a.status IN ('CLEARED', 'REJECTED') OR p.status = 'REJECTED' AND a.status = 'CLEARED')`,
    [session],
  );
  expect(contradictions).toEqual([]);
}
