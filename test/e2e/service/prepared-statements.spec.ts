import pg from 'pg';
import { DataSource } from 'typeorm';
import { Shares } from '../../../src/platform/concurrency/shares.js';
import { connectionSettings, typeormSettings } from '../../../src/platform/database/connection.js';
import { Database } from '../../../src/platform/database/database.js';
import { PreparedStatements } from '../../../src/platform/database/prepared-statements.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

const ORGANIZATION = '01900000-0000-7000-8000-000000000000';
const TEXT = 'SELECT * FROM things WHERE id = $1';

let world: Awaited<ReturnType<typeof newCustomerDatabase>>;
let database: Database;
beforeEach(async () => {
  world = await newCustomerDatabase();
  await world.pool.query("CREATE TABLE things (id int PRIMARY KEY, name text); INSERT INTO things VALUES (1, 'one')");
  const prepared = new PreparedStatements();
  const Client = prepared.clients(pg.Client);
  const source = new DataSource({ ...typeormSettings(world.url), extra: { max: 1, Client } });
  await source.initialize();
  const statements = new pg.Pool({ ...connectionSettings(world.url), max: 1, Client });
  // The database is dropped with force, which may come before the server has read that a connection ends.
  statements.on('error', () => undefined);
  database = new Database(source, statements, new Shares(1), prepared);
});
afterEach(async () => {
  await database.onApplicationShutdown();
  await world.drop();
});

const inTransaction = (text: string) =>
  database.transaction(ORGANIZATION, (em): Promise<object[]> => em.query(text, [1]));
const lookUp = (text: string) => database.lookup(text, [1]);
const hot = (text: string) => database.hot({ name: 'things', text, values: [1] });

async function preparedHere(read: (text: string) => Promise<object[]>): Promise<number> {
  const [row] = await read('SELECT count(*)::int AS count FROM pg_prepared_statements WHERE $1 = 1');
  return (row as { count: number }).count;
}

it.each([
  ['a transaction', inTransaction],
  ['a look-up', lookUp],
])('PostgreSQL prepares a text that %s sends for the fifth time', async (_, read) => {
  for (let times = 1; times <= 4; times++) await read(TEXT);
  expect(await preparedHere(read)).toBe(0);
  await read(TEXT);
  expect(await preparedHere(read)).toBe(1);
});

it.each([
  ['a transaction', inTransaction],
  ['a look-up', lookUp],
  ['a hot statement', hot],
])('%s answers with the new columns after a migration changed what its prepared text returns', async (_, read) => {
  for (let times = 1; times <= 6; times++) expect(await read(TEXT)).toEqual([{ id: 1, name: 'one' }]);
  await world.pool.query('ALTER TABLE things ADD COLUMN price int DEFAULT 5');
  expect(await read(TEXT)).toEqual([{ id: 1, name: 'one', price: 5 }]);
  expect(await read(TEXT)).toEqual([{ id: 1, name: 'one', price: 5 }]);
});

it('a text that a client prepares by itself fails after such a migration', async () => {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  const read = () => client.query({ name: 'things', text: TEXT, values: [1] });
  await read();
  await world.pool.query('ALTER TABLE things ADD COLUMN price int DEFAULT 5');
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  await client.end();
});

it('a process prepares 256 texts at most', () => {
  const prepared = new PreparedStatements();
  const names = Array.from({ length: 1_500 }, (_, n) =>
    Array.from({ length: 5 }, () => prepared.nameOf(`${n}`)).at(-1),
  );
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(256);
});
