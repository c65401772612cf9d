import { once } from 'node:events';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createConnection, createPool } from 'mysql2';
import {
  calledBack,
  closing,
  newCustomers,
  newPool,
  rowsOf,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { blockingGate, wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';
import { newTable } from '../../../../connectors/needs-mariadb/world.js';

const ROWS = 3000;
let table: string;

beforeAll(async () => {
  table = await newTable(world, 'id int PRIMARY KEY, name varchar(40)');
  await world.sql(`INSERT INTO ${table} SELECT seq, REPEAT('x', 40) FROM seq_1_to_${ROWS}`);
});

interface Streaming {
  stream(options?: object): Readable;
  on(event: string, listener: (...given: unknown[]) => void): unknown;
}
interface Client {
  query(...args: unknown[]): Streaming;
  execute(...args: unknown[]): Streaming;
}

type Govern = <T extends object>(client: T) => T;
const CLIENTS: readonly (readonly [name: string, client: (govern: Govern) => Client])[] = [
  ['a pool', (govern) => govern(closing(createPool({ uri: world.url, connectionLimit: 1 }))) as unknown as Client],
  ['a connection', (govern) => govern(closing(createConnection({ uri: world.url }))) as unknown as Client],
  ['the pool behind one of promises', (govern) => govern(closing(newPool())).pool as unknown as Client],
];

const wrapping =
  (gate: RecordingGate): Govern =>
  (client) =>
    wrapRecorded(client, gate, { connector: 'mysql' });

/** The same with the bare client and with the wrapped one, which asks for nothing. */
async function same(
  newClient: (govern: Govern) => Client,
  ask: (client: Client) => Promise<unknown>,
): Promise<unknown> {
  const gate = blockingGate();
  const bare = await ask(newClient((client) => client));
  expect(await ask(newClient(wrapping(gate)))).toEqual(bare);
  expect(gate.log).toEqual([]);
  return bare;
}

async function rowsIn(stream: Readable): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of stream) rows.push({ ...(row as object) });
  return rows;
}

const refused = expect.objectContaining({ code: 'ungoverned-call' });

describe.each(CLIENTS)('a stream of %s of mysql2 that is wrapped', (name, newClient) => {
  it('gives all rows to a reader that is slower than the server', async () => {
    const ask = async (client: Client) => {
      let [count, sum] = [0, 0];
      const slow = new Writable({
        objectMode: true,
        highWaterMark: 2,
        write: ({ id }: { id: number }, _, done) => {
          count += 1;
          sum += id;
          if (count % 500 === 0) setTimeout(done, 5);
          else done();
        },
      });
      await pipeline(client.query(`SELECT id, UPPER(name) FROM ${table}`).stream({ highWaterMark: 3 }), slow);
      return [count, sum];
    };
    expect(await same(newClient, ask)).toEqual([ROWS, (ROWS * (ROWS + 1)) / 2]);
  });

  it('is left early, and the client remains usable', async () => {
    await same(newClient, async (client) => {
      const seen: unknown[] = [];
      for await (const row of client.query(`SELECT id FROM ${table} ORDER BY id`).stream()) {
        seen.push({ ...(row as object) });
        if (seen.length === 3) break;
      }
      const [, rows] = await calledBack((done) => client.query('SELECT 1 AS one', done));
      return [seen, rows];
    });
  });

  it('emits fields and errors', async () => {
    await same(newClient, async (client) => {
      const stream = client.query(`SELECT id AS number FROM ${table} WHERE id < ?`, [3]).stream();
      const [[fields]] = (await once(stream, 'fields')) as [{ name: string }[]];
      const failing = rowsIn(client.query('SELECT nothing FROM nowhere').stream());
      const error = await failing.catch(({ name, code, message }: Error & { code?: string }) => [name, code, message]);
      return [fields?.name, await rowsIn(stream), error];
    });
  });

  it('has the values from the time of the call', async () => {
    await same(newClient, async (client) => {
      const values = [2];
      const options = { sql: `SELECT id FROM ${table} WHERE id = ?`, values, rowsAsArray: true };
      const stream = client.query(options).stream();
      const other = client.query(`SELECT name FROM ${table} WHERE name = ? LIMIT 1`, ["'\u4e2d\\"]).stream();
      return [await rowsIn(stream), await rowsIn(other)];
    });
  });

  it.each([
    'DELETE FROM TABLE',
    'UPDATE TABLE SET credit = 0',
    "INSERT INTO TABLE (name) VALUES ('x') RETURNING id",
    'SELECT * FROM TABLE FOR UPDATE',
    'SELECT 1; DELETE FROM TABLE',
    'CALL anything()',
  ])('sends nothing that writes: %s', async (text) => {
    const customers = await newCustomers();
    const gate = new RecordingGate();
    const client = newClient(wrapping(gate));
    const sql = text.replace('TABLE', customers);
    expect(() => client.query(sql)).toThrow(refused);
    expect(() => client.query({ sql }).stream()).toThrow(refused);
    if (name === 'a connection') expect(() => client.execute(sql).stream()).toThrow(refused);
    expect([gate.log, await rowsOf(customers)]).toMatchObject([[], [{ credit: 10 }, { credit: 20 }, { credit: 30 }]]);
  });
});

describe('a stream of a connection of mysql2 that is wrapped', () => {
  const newConnection = (govern: Govern) => CLIENTS[1]?.[1](govern) as Client;

  it('is one of a prepared statement, too', async () => {
    await same(newConnection, async (client) =>
      rowsIn(client.execute(`SELECT id FROM ${table} WHERE id < ? ORDER BY id`, [4]).stream()),
    );
  });

  it('shows the effects of earlier calls', async () => {
    const customers = await newCustomers();
    const gate = new RecordingGate();
    const client = newConnection(wrapping(gate));
    const updated = calledBack((done) => client.query(`UPDATE ${customers} SET credit = 5 WHERE id = 1`, done));
    const rows = rowsIn(client.query(`SELECT credit FROM ${customers} WHERE id = 1`).stream());
    expect([(await updated)[0], await rows]).toEqual([null, [{ credit: 5 }]]);
    expect(gate.asked.map(({ apiName }) => apiName)).toEqual(['mysql.rows.update']);
  });
});
