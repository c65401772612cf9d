import { createPool as createPromisePool } from 'mysql2/promise';
import { newTable, startWorld, type World } from '../../../test/connectors/needs-mariadb/world.js';
import { type Governance, newGovernance } from '../support/governance.js';

export let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

const opened: { end(): unknown }[] = [];
afterEach(async () => {
  for (const client of opened.splice(0)) await client.end();
});

export function closing<T extends { end(): unknown }>(client: T): T {
  opened.push(client);
  return client;
}

export async function setup<T extends { end(): unknown }>(client: T, options: object = {}, given?: Governance) {
  const values = { connectionString: world.url };
  const governance = given ?? (await newGovernance({ credentials: { connector: 'mysql', values } }));
  return { ...governance, wrapped: governance.wrap(closing(client), { connector: 'mysql', ...options }) };
}

export const newPool = () => createPromisePool({ uri: world.url, connectionLimit: 2 });

export async function newCustomers(): Promise<string> {
  const table = await newTable(world, 'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40), credit int');
  await world.sql(`INSERT INTO ${table} (name, credit) VALUES ('Ada', 10), ('Bob', 20), ('Cy', 30)`);
  return table;
}

export const rowsOf = (table: string) => world.sql(`SELECT id, name, credit FROM ${table} ORDER BY id`);

/** Returns the arguments of the callback of a call. */
export const calledBack = (call: (callback: (...given: unknown[]) => void) => unknown) =>
  new Promise<unknown[]>((resolve) => void call((...given) => resolve(given)));
