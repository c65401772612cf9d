import pg from 'pg';
import { newOrganization, type Organization, unique } from '../../support/client.js';
import { fill, lastingRowsOf, rowsOf, tablesNaming } from '../../support/everything.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const SESSIONS = 210;
const ACTIONS = 2_520;
const ENTRIES = 2_100;

const until = async (holds: () => Promise<boolean>) => expect(await eventually(holds)).toBe(true);

/** Enough for several batches of each of the large tables. */
async function fillUp(pool: pg.Pool, { id }: Organization, marker: string): Promise<void> {
  await pool.query(
    `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated)
     SELECT gen_random_uuid(), $1, 'busy', $2, false FROM generate_series(1, $3)`,
    [id, marker, SESSIONS],
  );
  await pool.query(
    `INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, policy_decision)
     SELECT gen_random_uuid(), $1, s.id, n, 'a.b', 'UPDATE', json_build_object('text', $2::text), 'x', 'SUCCESS', 'ALLOW'
     FROM sessions s CROSS JOIN generate_series(1, $3) AS n WHERE s.organization_id = $1 AND s.agent_slug = 'busy'`,
    [id, marker, ACTIONS / SESSIONS],
  );
  await pool.query(
    `INSERT INTO audit_entries (id, organization_id, sequence, actor, action, target, created_at, previous_hash, hash)
     SELECT gen_random_uuid(), $1, 1000 + n, '{}', 'x', json_build_object('text', $2::text), now(), repeat('0', 64), repeat('0', 64) FROM generate_series(1, $3) AS n`,
    [id, marker, ENTRIES],
  );
}

const total = (counted: Record<string, number>) => Object.values(counted).reduce((sum, count) => sum + count, 0);

const STUCK = `SELECT 1 FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%erase_rows%'`;

describe('an erasure', () => {
  let database: OwnDatabase;
  const running: ServiceProcess[] = [];
  const start = async () => {
    const service = await startService({ DATABASE_URL: database.serviceUrl });
    running.push(service);
    return service;
  };
  /** A transaction that deletes all rows of the table waits for the last of them. */
  const holdLastRow = async (table: string, organizationId: string) => {
    const blocker = await database.superuser.connect();
    const last = table === 'actions' ? 'session_id' : 'id';
    await blocker.query('BEGIN');
    const held = await blocker.query(
      `SELECT 1 FROM ${table} WHERE organization_id = $1 ORDER BY ${last} DESC LIMIT 1 FOR UPDATE`,
      [organizationId],
    );
    expect(held.rowCount).toBe(1);
    return async () => {
      await blocker.query('ROLLBACK');
      blocker.release();
    };
  };
  beforeAll(async () => {
    database = await newOwnDatabase();
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop().catch(() => undefined)));
    await database.drop();
  });

  it('whose process is killed repeatedly is finished by the others', async () => {
    const { superuser: pool } = database;
    const first = await start();
    const [mine, theirs] = [await newOrganization(first), await newOrganization(first)];
    const [marker, theirMarker] = [unique('marker'), unique('marker')];
    await fill(mine, marker, pool);
    await fill(theirs, theirMarker, pool);
    await fillUp(pool, mine, marker);
    await fillUp(pool, theirs, theirMarker);
    const neighbour = await lastingRowsOf(theirs.id, pool);
    const full = await rowsOf(mine.id, pool);
    expect((await mine.operator.delete('/me')).status).toBe(200);

    let service = first;
    const left: number[] = [];
    let release = await holdLastRow('audit_entries', mine.id);
    try {
      for (const next of ['actions', 'sessions', null]) {
        await until(async () => (await pool.query(STUCK)).rowCount === 1);
        await service.kill('SIGKILL');
        running.splice(running.indexOf(service), 1);
        // The lock is taken before the next process exists, which begins to erase while it starts.
        const releaseNext = next ? await holdLastRow(next, mine.id) : async () => undefined;
        await release();
        release = releaseNext;
        left.push(total(await rowsOf(mine.id, pool)));
        service = await start();
      }
    } finally {
      await release();
    }
    // Each process deleted more than the one before, and none had finished.
    expect([...left].sort((a, b) => b - a)).toEqual(left);
    expect(new Set(left).size).toBe(3);
    expect(left.at(-1)).toBeGreaterThan(0);
    expect(left[0]).toBeLessThan(total(full));

    await Promise.all([start(), start()]);
    await until(async () => (await pool.query('SELECT 1 FROM organizations WHERE id = $1', [mine.id])).rowCount === 0);
    expect(await rowsOf(mine.id, pool)).toEqual({});
    expect(await tablesNaming([mine.id, mine.email, marker], pool)).toEqual([]);
    expect(await lastingRowsOf(theirs.id, pool)).toEqual(neighbour);
    const faults = running.flatMap(({ output }) => output.filter((line) => line.includes('"level":50')));
    expect(faults).toEqual([]);
  });

  it('takes no row of an organization that is not deleted', async () => {
    const [service] = running.length > 0 ? running : [await start()];
    const { id } = await newOrganization(service);
    const erase = (organization: string) =>
      database.superuser.query("SELECT erase_rows('users', $1, NULL, NULL, 10) AS erased", [organization]);
    await expect(erase(id)).rejects.toMatchObject({ code: '23001', message: 'the organization is not deleted' });
    await database.superuser.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [id]);
    expect((await erase(id)).rows).toEqual([{ erased: 1 }]);
  });

  it('by many processes of many organizations at once erases each of them, and no other', async () => {
    const { superuser: pool } = database;
    const [service] = running.length > 0 ? running : [await start()];
    const organizations: Organization[] = [];
    for (let count = 0; count < 5; count++) {
      const organization = await newOrganization(service);
      await fillUp(pool, organization, unique('marker'));
      organizations.push(organization);
    }
    const stays = organizations.splice(0, 2);
    const before = await Promise.all(stays.map(({ id }) => lastingRowsOf(id, pool)));
    await Promise.all(organizations.map(({ operator }) => operator.delete('/me')));
    const ids = organizations.map(({ id }) => id);
    await until(
      async () => (await pool.query('SELECT 1 FROM organizations WHERE id = ANY ($1)', [ids])).rowCount === 0,
    );
    expect(await tablesNaming(ids, pool)).toEqual([]);
    expect(await Promise.all(stays.map(({ id }) => lastingRowsOf(id, pool)))).toEqual(before);
  });
});
