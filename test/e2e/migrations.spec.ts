import { readdirSync } from 'node:fs';
import pg from 'pg';
import { migrate, revertLast } from '../../src/platform/database/migrations.js';
import { unique } from '../support/client.js';
import { startService } from '../support/service.mjs';

const MIGRATIONS = readdirSync('migrations').filter((file) => file.endsWith('.up.sql')).length;
const superuserUrl = process.env.TEST_SUPERUSER_URL ?? '';
const name = unique('migrated').replaceAll('-', '_');
const ownerUrl = superuserUrl.replace(/\/[^/]*$/, `/${name}`);

const OBJECTS = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND relname <> 'migrations'
  UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`;

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a database of one’s own', () => {
  const role = unique('service').replaceAll('-', '_');
  const serviceUrl = ownerUrl.replace(/\/\/[^@]*@/, `//${role}:a-password@`);

  beforeAll(() => ask(superuserUrl, `CREATE DATABASE ${name}`));
  afterAll(async () => {
    await ask(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    await ask(superuserUrl, `DROP ROLE ${role}`);
  });

  it('is brought up to date by its owner, who makes the service’s role; two at once do it once', async () => {
    const ran = await Promise.all([migrate(ownerUrl, serviceUrl), migrate(ownerUrl, serviceUrl)]);
    expect(ran.map(({ length }) => length).sort()).toEqual([0, MIGRATIONS]);
  });

  it('carries the service', async () => {
    const service = await startService({ DATABASE_URL: serviceUrl });
    const health = await fetch(`${service.url}/health`);
    await service.stop();
    expect(health.status).toBe(200);
  });

  it('is as it was before when every migration has been undone, and comes back the same', async () => {
    const before = await ask(ownerUrl, OBJECTS);
    expect(MIGRATIONS).toBeGreaterThanOrEqual(9);
    expect(before.length).toBeGreaterThan(20);
    for (let undone = 0; undone < MIGRATIONS; undone++) await revertLast(ownerUrl);
    expect(await ask(ownerUrl, OBJECTS)).toEqual([]);
    expect(await migrate(ownerUrl, serviceUrl)).toHaveLength(MIGRATIONS);
    expect(await ask(ownerUrl, OBJECTS)).toEqual(before);
  });
});
