import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { UNDOABLE } from '../../../src/actions/rules/action.js';
import { RollbackRepository } from '../../../src/rollback/rollback.repository.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const ORGANIZATION = randomUUID();
const SESSION = randomUUID();
const CALLS = 20;

/** Inserts so many sessions, each with so many captured calls. */
const FILL = `
  WITH made AS (
    INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated)
    SELECT id, $1, 'a', 'b', false FROM unnest($2::uuid[]) AS id RETURNING id),
  captured AS (
    INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, bytes, capture_failed, resource, content, action_id)
    SELECT gen_random_uuid(), $1, made.id, 'a.b', 'x', 1, false, '{}', '{}', gen_random_uuid()
    FROM made, generate_series(1, $3::int) RETURNING id, session_id, action_id)
  INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status,
    policy_decision, precapture_id)
  SELECT action_id, $1, session_id, row_number() OVER (PARTITION BY session_id), 'a.b', 'UPDATE', '{}', 'x', 'SUCCESS', 'ALLOW', id
  FROM captured`;

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

async function fill(sessions: readonly string[]): Promise<void> {
  const client = await database.superuser.connect();
  try {
    // The triggers are off, because the rows that other modules keep of each action are not measured.
    await client.query('SET session_replication_role = replica');
    await client.query(FILL, [ORGANIZATION, sessions, CALLS]);
    await client.query('RESET session_replication_role');
    await client.query('VACUUM ANALYZE sessions, snapshots, actions');
  } finally {
    client.release();
  }
}

/** Pages and rows that a read of the repository takes, as the service's role. */
async function costOf(read: (em: EntityManager) => Promise<unknown>): Promise<{ pages: number; rows: number }> {
  let plan: Record<string, number> = {};
  const explaining = {
    query: async (sql: string, values: unknown[]) => {
      const { rows } = await service.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, values);
      plan = rows[0]['QUERY PLAN'][0].Plan;
      return [];
    },
  };
  await service.query('BEGIN');
  await service.query("SELECT set_config('app.organizations', $1, true)", [`{${ORGANIZATION}}`]);
  await read(explaining as unknown as EntityManager);
  await service.query('COMMIT');
  const number = (name: string) => plan[name] ?? Number.NaN;
  return { pages: number('Shared Hit Blocks') + number('Shared Read Blocks'), rows: number('Actual Rows') };
}

it('probing a call reads as much among 20 000 calls of other sessions as among none', async () => {
  const repository = new RollbackRepository(undefined as never);
  const settling = () => costOf((em) => repository.undoableOf(em, ORGANIZATION, SESSION, UNDOABLE));
  await fill([SESSION]);
  await settling();
  const alone = await settling();
  expect(alone.rows).toBe(CALLS);
  await fill(Array.from({ length: 1_000 }, () => randomUUID()));
  await settling();
  const among = await settling();
  expect(among.rows).toBe(CALLS);
  // An index that has grown is a level or two deeper: each call, and its snapshot, is found by its own way through it.
  expect(among.pages).toBeLessThanOrEqual(alone.pages + CALLS * 8);
  expect((await costOf((em) => em.query('SELECT * FROM actions', []))).pages).toBeGreaterThan(alone.pages + CALLS * 16);
});

it('probing a call reads none of the calls outside its own range', async () => {
  const [session, repository] = [randomUUID(), new RollbackRepository(undefined as never)];
  await fill([session]);
  const beside = async (after: number, before: number) =>
    (await costOf((em) => repository.undoableOf(em, ORGANIZATION, session, UNDOABLE, [after, before]))).rows;
  expect([await beside(CALLS - 1, 2 ** 31 - 1), await beside(CALLS, 2 ** 31 - 1), await beside(0, 3)]).toEqual([
    1, 0, 2,
  ]);
});
