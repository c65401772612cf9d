import type pg from 'pg';

/** The look-up of each kind of work, and a statement that makes a piece of it that has been due for two hours. */
const DUE = {
  rollback: {
    since: 'SELECT oldest_due_rollback() AS seconds',
    made: `INSERT INTO rollbacks (id, organization_id, session_id, on_conflict, requested_by, created_at)
      VALUES (gen_random_uuid(), $1, $2, 'skip', 'a test', now() - interval '2 hours')`,
  },
  webhook: {
    since: 'SELECT oldest_due_delivery() AS seconds',
    made: `WITH receiver AS (INSERT INTO webhooks (id, organization_id, kind, events)
        VALUES (gen_random_uuid(), $1, 'email', '{approval.requested}') RETURNING id)
      INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, data, due_at)
      SELECT gen_random_uuid(), $1, id, gen_random_uuid(), 'approval.requested', '{}', now() - interval '2 hours' FROM receiver`,
  },
  mail: {
    since: 'SELECT oldest_due_mail() AS seconds',
    made: `INSERT INTO mailed_links (id, organization_id, user_id, purpose, due_at)
      SELECT gen_random_uuid(), $1, id, 'reset-password', now() - interval '2 hours' FROM users WHERE organization_id = $1 LIMIT 1`,
  },
  approval: {
    since: 'SELECT oldest_due_approval() AS seconds',
    made: `UPDATE approvals SET expires_at = now() - interval '2 hours'
      WHERE organization_id = $1 AND session_id = $2 AND action_id = $3 AND id = $4`,
  },
  erasure: {
    since: 'SELECT oldest_due_erasure() AS seconds',
    made: `UPDATE organizations SET deleted_at = now() - interval '2 hours' WHERE id = $1`,
  },
  fold: {
    since: 'SELECT oldest_unfolded_change() AS seconds',
    made: `INSERT INTO metric_changes (organization_id, at, simulated, subject, became, times)
      VALUES ($1, now() - interval '2 hours', false, 'action', 'SUCCESS', 1)`,
  },
  performed_call: {
    since: 'SELECT oldest_due_call() AS seconds',
    made: `INSERT INTO performed_calls (organization_id, session_id, action_id, is_read, state, created_at)
      VALUES ($1, $2, $3, false, 'queued', now() - interval '2 hours')`,
  },
} as const;

type Work = keyof typeof DUE;
export const KINDS_OF_WORK = Object.keys(DUE) as Work[];

const placesIn = (sql: string) => Math.max(...[...sql.matchAll(/\$(\d)/g)].map(([, place]) => Number(place)));

/** For how long the oldest piece has been due, in whole seconds. */
export async function ageOf(client: pg.ClientBase, work: Work): Promise<number> {
  const { rows } = await client.query(DUE[work].since);
  return Math.round(rows[0].seconds);
}

/** Makes a piece that has been due for two hours. @param of an organization, its session, a gated action and the approval */
export async function makeDue(client: pg.ClientBase, work: Work, of: readonly string[]): Promise<void> {
  const { made } = DUE[work];
  const { rowCount } = await client.query(made, of.slice(0, placesIn(made)));
  expect(rowCount).toBe(1);
}
