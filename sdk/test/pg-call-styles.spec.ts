import pg from 'pg';
import { eventually } from '../../test/support/patience.mjs';
import { PolicyBlockedError, UngovernedCallError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';
import { RecordingGate } from './support/recording-gate.js';

const database = realPostgres();

describe('each style of calling pg', () => {
  it('counts every one of many concurrent writes once', async () => {
    const { gate, pool } = await database.setup();
    const ids = Array.from({ length: 40 }, (_, index) => index + 100);
    await Promise.all(ids.map((id) => pool.query('INSERT INTO customers (id) VALUES ($1)', [id])));
    expect(gate.asked).toHaveLength(40);
    expect(new Set(gate.statuses).size).toBe(40);
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM customers WHERE id >= 100');
    expect(rows).toEqual([{ n: 40 }]);
  });

  it('governs callbacks and calls them outside the promise chain', async () => {
    const { gate, pool } = await database.setup();
    const answered = await new Promise<pg.QueryResult>((resolve, reject) => {
      const returned: unknown = pool.query('INSERT INTO customers (id) VALUES ($1)', [5], (error, result) =>
        error ? reject(error) : resolve(result),
      );
      expect(returned).toBeUndefined();
    });
    expect(answered.rowCount).toBe(1);
    const read = await new Promise((resolve) =>
      pool.query('SELECT 1 AS one', (_error: Error, result: pg.QueryResult) => resolve(result.rows)),
    );
    expect(read).toEqual([{ one: 1 }]);
    expect(gate.operations).toEqual(['rows.insert']);
  });

  it('governs the client that a callback of connect receives', async () => {
    const { gate, pool } = await database.setup();
    await new Promise<void>((resolve, reject) => {
      pool.connect((error, client, release) => {
        if (error || !client) return reject(error);
        client.query('DELETE FROM customers WHERE id = 1').then(() => {
          release();
          resolve();
        }, reject);
      });
    });
    expect(gate.operations).toEqual(['rows.delete']);
  });

  it('governs the client that an event of the pool receives', async () => {
    const { gate, pool } = await database.setup();
    const done = new Promise((resolve) => {
      pool.once('connect', (client) => resolve(client.query('DELETE FROM customers WHERE id = 1')));
    });
    await pool.query('SELECT 1');
    await done;
    expect(gate.operations).toEqual(['rows.delete']);
  });

  it('governs prepared statements, also when only their name is sent again', async () => {
    const { gate, connect } = await database.setup();
    const client = await connect();
    await client.query({ name: 'add', text: 'INSERT INTO customers (id) VALUES ($1)', values: [5] });
    await client.query({ name: 'add', values: [6] } as never);
    await client.query({ name: 'get', text: 'SELECT id FROM customers WHERE id = $1', values: [5] });
    expect((await client.query({ name: 'get', values: [6] } as unknown as pg.QueryConfig)).rows).toEqual([{ id: 6 }]);
    client.release();
    expect(gate.operations).toEqual(['rows.insert', 'rows.insert']);
  });

  it('refuses a prepared statement that the bare client has prepared, and runs the empty one of a new name', async () => {
    const { gate, pool, rawPool, rows } = await database.setup({ max: 1 });
    const raw = await rawPool.connect();
    await raw.query({ name: 'remove', text: 'DELETE FROM customers WHERE id = $1', values: [99] });
    raw.release();
    const client = await pool.connect();
    const answers: unknown[] = [];
    for (const text of [undefined, null, '']) {
      const known = client.query({ name: 'remove', text, values: [1] } as unknown as pg.QueryConfig);
      answers.push(await known.catch((error) => error.code));
      answers.push((await client.query({ name: `new ${text}`, text } as unknown as pg.QueryConfig)).rows);
    }
    client.release();
    expect(answers).toEqual(Array(3).fill(['ungoverned-call', []]).flat());
    expect([gate.log, (await rows()).length]).toEqual([[], 3]);
  });

  it('calls back as pg does: a pool with undefined in the place of an error, a client with null', async () => {
    const { pool, connect } = await database.setup();
    const client = await connect();
    const given = (on: pg.Pool | pg.PoolClient, text: string) =>
      new Promise((resolve) => on.query(text, (error: Error) => resolve(error)));
    const write = "UPDATE customers SET name = 'x' WHERE id = 1";
    const errors: unknown[] = [];
    for (const text of ['SELECT name FROM customers', write, 'SELECT name FROM customers', write]) {
      errors.push(await given(pool, text), await given(client, text));
    }
    client.release();
    expect(errors).toEqual([undefined, null, undefined, null, undefined, null, undefined, null]);
  });

  it('lets a pg.Query that reads pass', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('SELECT 1');
    const seen: unknown[] = [];
    const query = client.query(new pg.Query('SELECT 1 AS one'));
    query.on('row', (row) => seen.push(row));
    await new Promise((resolve) => query.on('end', resolve));
    expect(seen).toEqual([{ one: 1 }]);
    client.release();
    expect(gate.log).toEqual([]);
    expect(await rows()).toHaveLength(3);
  });

  it('refuses the wire protocol', async () => {
    const { connect } = await database.setup();
    const client = await connect();
    const { connection } = client as unknown as { connection: { query(sql: string): void; stream: unknown } };
    expect(connection.stream).toBeDefined();
    expect(() => connection.query('DELETE FROM customers')).toThrow(UngovernedCallError);
    client.release();
  });

  it('keeps un-awaited calls of one client in order', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    const answers = await Promise.all([
      client.query('BEGIN'),
      client.query("UPDATE customers SET name = 'x' WHERE id = 1"),
      client.query('SELECT name FROM customers WHERE id = 1'),
      client.query('COMMIT'),
    ]);
    client.release();
    expect(answers[2]?.rows).toEqual([{ name: 'x' }]);
    expect(gate.log).toEqual(['precapture', 'ask', 'SUCCESS']);
    expect((await rows())[0]).toMatchObject({ name: 'x' });
  });

  it('checks a query once: later changes of it are not run', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    const config = { text: 'SELECT 1 AS one' };
    const [, read] = await Promise.all([
      client.query('BEGIN'),
      client.query(config),
      Object.assign(config, { text: 'DELETE FROM customers' }),
    ]);
    expect(read.rows).toEqual([{ one: 1 }]);
    await client.query('ROLLBACK');
    await client.query({ text: 'DELETE FROM customers WHERE id = 1', values: 0 } as never);
    client.release();
    expect(gate.operations).toEqual(['rows.delete']);
    expect(await rows()).toHaveLength(2);
  });

  it('asks for a configuration that is a function, and for an empty text under a name', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    const emptied = 'DELETE FROM customers';
    await client.query({ name: 'emptied', text: 'DELETE FROM customers WHERE id = $1', values: [9] });
    gate.refuse = new PolicyBlockedError('no', ['p'], { code: 'policy-blocked' });
    const configs = [Object.assign(() => undefined, { text: emptied }), { name: 'emptied', text: '', values: [1] }];
    for (const config of configs) await expect(client.query(config as never)).rejects.toThrow();
    client.release(true);
    expect(await rows()).toHaveLength(3);
  });

  it('leaves argument errors to pg', async () => {
    const { pool, connect } = await database.setup();
    const client = await connect();
    expect(() => client.query(null as never)).toThrow(TypeError);
    await expect(client.query({} as never)).rejects.toThrow('A query must have either text or a name');
    await expect(client.query('SELECT 1', 'x' as never)).rejects.toThrow('Query values must be an array');
    await expect(pool.query('selekt')).rejects.toMatchObject({ code: '42601' });
    client.release();
  });
});

describe('a wrapped pool', () => {
  it('is a pool: type, counters, events, double release', async () => {
    const { pool, rawPool, connect } = await database.setup();
    expect(pool).toBeInstanceOf(pg.Pool);
    const client = await connect();
    expect(client).toBeInstanceOf(pg.Client);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 0, 0]);
    const released = new Promise((resolve) => pool.once('release', (_error, released) => resolve(released)));
    client.release();
    expect((await released) === client).toBe(true);
    expect(() => client.release()).toThrow('already been released');
    expect(pool.idleCount).toBe(1);
    expect(pool.options).toBe(rawPool.options);
  });

  it('reports the loss of an idle connection as an event', async () => {
    const { pool } = await database.setup();
    const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
    const lost = new Promise<Error>((resolve) => pool.once('error', resolve));
    await database.admin().query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    expect((await lost).message).toContain('terminating connection');
  });

  it('waits for governed calls when it ends, and refuses new ones', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = (payload) => new Promise((resolve) => setTimeout(resolve, 100, payload));
    await pool.query('SELECT 1');
    const write = pool.query('DELETE FROM customers WHERE id = 1');
    const ended = pool.end();
    await expect(pool.query('DELETE FROM customers')).rejects.toThrow('after calling end');
    await ended;
    expect((await write).rowCount).toBe(1);
    expect(gate.log.at(-1)).toBe('flush');
    expect(await rows()).toHaveLength(2);
  });
});

describe('a wrapped client', () => {
  it('connects, writes, listens and ends', async () => {
    const gate = new RecordingGate();
    await database.setup();
    const { client } = database.client(gate);
    expect((await (client.connect() as Promise<unknown>)) === client).toBe(true);
    const heard = new Promise<pg.Notification>((resolve) => client.on('notification', resolve));
    await client.query('LISTEN news');
    await client.query("NOTIFY news, 'hi'");
    expect((await heard).payload).toBe('hi');
    await client.query('UPDATE customers SET credit = 1');
    await client.end();
    expect(gate.operations).toEqual(['query', 'rows.update']);
    expect(gate.asked[1]?.payload).toMatchObject({ match: {}, rowCount: 3 });
  });

  it('connects with a callback', async () => {
    const { client } = database.client(new RecordingGate());
    await new Promise<void>((resolve, reject) =>
      client.connect((error?: Error) => (error ? reject(error) : resolve())),
    );
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await new Promise<void>((resolve) => client.end(() => resolve()));
  });

  it('reports UNKNOWN when the connection was lost before the answer', async () => {
    const gate = new RecordingGate();
    await database.admin().query('CREATE SEQUENCE IF NOT EXISTS s');
    const { client } = database.client(gate);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const call = client.query('SELECT pg_sleep(10), setval($1, 1)', ['s']).catch((error) => error);
    const runs = () =>
      database
        .admin()
        .query("SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND query LIKE '%pg_sleep%'", [
          rows[0].pid,
        ]);
    expect((await eventually(runs, ({ rowCount }) => rowCount === 1)).rowCount).toBe(1);
    await database.admin().query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    expect(await call).toBeInstanceOf(Error);
    expect(gate.log).toEqual(['ask', 'UNKNOWN']);
  });
});
