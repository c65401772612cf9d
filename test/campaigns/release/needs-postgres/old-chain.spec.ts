import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../../src/platform/database/migrations.js';
import { restoreOldChain } from '../../../support/old-chain.js';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../../support/postgres-server.mjs';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE empty');
  await admin.query('CREATE DATABASE old');
  await admin.end();
});
afterAll(() => server.stop());

const database = (name: string) => server.adminUrl.replace(/\/postgres$/, `/${name}`);
const serviceOf = (name: string) => `postgres://service:secret@${server.host}/${name}`;

/** Without the lines for psql, which hold a word that differs each time. */
const dumpOf = (name: string) =>
  execFileSync(join(postgresPrograms(), 'pg_dump'), ['--schema-only', database(name)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => !line.startsWith('\\'));

describe('pg_dump --schema-only', () => {
  it('says the same after migrate of an empty database and of the last one before 0001-identity', async () => {
    await restoreOldChain(database('old'));
    expect(dumpOf('old')).not.toEqual(dumpOf('empty'));
    for (const name of ['empty', 'old']) await migrate(database(name), serviceOf(name));
    expect(dumpOf('old').length).toBeGreaterThan(3000);
    expect(dumpOf('old')).toEqual(dumpOf('empty'));
  });
});
