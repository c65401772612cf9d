import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { CALLS_PER_EVALUATION, EvaluationsRepository } from '../../../src/intent/evaluations.repository.js';
import { SessionLocks } from '../../../src/sessions/session-locks.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const ORGANIZATION = randomUUID();
/** The most rows that one reading of calls may read in all tables: far fewer than a long session has. */
const MOST_ROWS = 10 * CALLS_PER_EVALUATION;

/** Inserts so many calls without an outcome, of which so many were evaluated. */
const FILL = `
  WITH made AS (
    INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status,
      policy_decision)
    SELECT gen_random_uuid(), $1, $2, n, 'crm.customer.update', 'UPDATE', '{}', 'x', 'CLEARED', 'ALLOW'
    FROM generate_series(1, $3::int) n RETURNING id, sequence)
  INSERT INTO action_intents (action_id, organization_id, session_id, sequence, risk, reasons, learned, effect_severity)
  SELECT id, $1, $2, sequence, 0, '[]', false, 0 FROM made WHERE sequence <= $4`;

const repository = new EvaluationsRepository(new SessionLocks());
let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
  await database.superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [ORGANIZATION]);
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

async function newSessionWith(calls: number, evaluated: number): Promise<string> {
  const session = randomUUID();
  const client = await database.superuser.connect();
  try {
    // The triggers are off, because the rows that other modules keep of each call are not measured.
    await client.query('SET session_replication_role = replica');
    await client.query(
      "INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated) VALUES ($1, $2, 'a', 'b', false)",
      [session, ORGANIZATION],
    );
    await client.query(FILL, [ORGANIZATION, session, calls, evaluated]);
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
  return session;
}

const end = (session: string, ...sequences: number[]) =>
  database.superuser.query("UPDATE actions SET status = 'FAILED' WHERE session_id = $1 AND sequence = ANY ($2)", [
    session,
    sequences,
  ]);

/** Returns the rows that this connection has read and not yet reported to the statistics. */
async function rowsRead(): Promise<number> {
  const { rows } = await service.query(
    'SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables',
  );
  return rows[0].read;
}

/** Reads the calls of the session that the evaluation takes next; returns how many rows that reads. */
async function read(session: string, evaluated: number) {
  await service.query('BEGIN');
  try {
    await service.query("SELECT set_config('app.organizations', $1, true)", [`{${ORGANIZATION}}`]);
    const em = { query: async (sql: string, values: unknown[]) => (await service.query(sql, values)).rows };
    const before = await rowsRead();
    const found = await repository.pending(em as unknown as EntityManager, ORGANIZATION, session, evaluated);
    const calls = found.map(({ sequence, observed, is_final }) => ({ sequence, observed, is_final }));
    return { calls, read: (await rowsRead()) - before };
  } finally {
    await service.query('ROLLBACK');
  }
}

describe('what the evaluation of a session reads next', () => {
  it('are its next calls, and before them those looked at whose outcome has come since', async () => {
    const session = await newSessionWith(8, 5);
    await end(session, 2, 5, 7);
    expect((await read(session, 5)).calls).toEqual([
      { sequence: 2, observed: true, is_final: true },
      { sequence: 5, observed: true, is_final: true },
      { sequence: 6, observed: false, is_final: false },
      { sequence: 7, observed: false, is_final: true },
      { sequence: 8, observed: false, is_final: false },
    ]);
    expect((await read(session, 8)).calls.map(({ sequence }) => sequence)).toEqual([2, 5]);
  });

  it.each(['before anything is known of the tables', 'after it is'])(
    'takes no more of a session with thousands of calls that stay open: %s',
    async (when) => {
      const session = await newSessionWith(6_000, 3_000);
      if (when.startsWith('after')) await database.superuser.query('ANALYZE');
      await end(session, 2_900);
      const { calls, read: rows } = await read(session, 3_000);
      expect(calls.map(({ sequence }) => sequence)).toEqual([
        2_900,
        ...Array.from({ length: CALLS_PER_EVALUATION - 1 }, (_, index) => 3_001 + index),
      ]);
      expect(rows).toBeLessThan(MOST_ROWS);
    },
  );

  it('looks for outcomes among the newest of the calls that stay open', async () => {
    const session = await newSessionWith(500, 500);
    await end(session, 300, 301);
    expect((await read(session, 500)).calls.map(({ sequence }) => sequence)).toEqual([301]);
  });
});
