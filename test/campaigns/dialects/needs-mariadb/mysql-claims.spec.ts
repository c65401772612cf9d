import { createPool, type RowDataPacket } from 'mysql2/promise';
import type { JsonObject } from '../../../../src/connectors/connector.js';
import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { mysql as connector } from '../../../../src/connectors/mysql/mysql.connector.js';
import { unique } from '../../../support/client.js';
import { contextWith } from '../../../support/google.js';
import { startMariaDB } from '../../../support/mariadb.mjs';
import { newScenario } from '../../../support/scenario.js';

let server: Awaited<ReturnType<typeof startMariaDB>>;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  server = await startMariaDB();
  pool = createPool({ uri: server.url, multipleStatements: true });
  await pool.query(
    'CREATE DATABASE shop; CREATE TABLE shop.customers (id int AUTO_INCREMENT PRIMARY KEY, name varchar(80), note varchar(80))',
  );
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const state = async () => (await pool.query<RowDataPacket[]>('SELECT * FROM shop.customers ORDER BY id'))[0];

/** Inserts a row, and returns the answer of mysql2. */
async function insert(name: string, note: string | null): Promise<JsonObject> {
  const [header] = await pool.query('INSERT INTO shop.customers (name, note) VALUES (?, ?)', [name, note]);
  const { affectedRows, insertId } = header as unknown as JsonObject;
  return { affectedRows: affectedRows ?? 0, insertId: insertId ?? 0 };
}

function call(name: string, act: () => Promise<unknown>): Trip {
  const context = contextWith({ connectionString: `${server.url}/shop` });
  const payload = { table: 'customers', values: [{ name }] };
  return { connector, context, apiName: 'mysql.rows.insert', payload, act, state };
}

describe('A row that an agent reports', () => {
  it('is deleted when the agent inserted it', async () => {
    const name = unique('name');
    const trip = call(name, () => insert(name, null));
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
  });

  it.each<[string, boolean, string | null]>([
    ['the moment before', true, null],
    ['since, with more than the agent asked for', false, 'of a person'],
  ])('stays when another person inserted it %s', async (_, isBefore, note) => {
    const name = unique('name');
    const theirs = isBefore ? await insert(name, note) : null;
    const trip = call(name, async () => theirs ?? insert(name, note));
    const scenario = await newScenario(trip);
    await scenario.run(trip);
    const now = await state();
    const { displayStatus } = await scenario.rollBack();
    expect(displayStatus).not.toBe('REVERTED');
    expect(await state()).toEqual(now);
  });
});
