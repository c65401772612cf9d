import pg from 'pg';
import { RowCountChangedError, UngovernedCallError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';
import { RecordingGate } from './support/recording-gate.js';

const database = realPostgres();
const ADA = { id: 1, name: 'Ada', credit: 10 };

describe('a read', () => {
  it('passes without a question, with its own result', async () => {
    const { gate, pool } = await database.setup();
    const result = await pool.query('SELECT id, name FROM customers WHERE id = $1', [1]);
    expect(result).toBeInstanceOf(pg.Result);
    expect(result.rows).toEqual([{ id: 1, name: 'Ada' }]);
    expect(gate.log).toEqual([]);
  });
});

describe('a write', () => {
  it('is captured, asked for, run and confirmed, in this order', async () => {
    const { gate, pool, rows } = await database.setup();
    const result = await pool.query('INSERT INTO customers (id, name) VALUES ($1, $2)', [4, 'Di']);
    expect(gate.log).toEqual(['precapture', 'ask', 'SUCCESS']);
    expect(gate.asked).toEqual([
      {
        actionId: 'action-1',
        apiName: 'postgres.rows.insert',
        operationType: 'CREATE',
        payload: { table: 'customers', values: { id: 4, name: 'Di' } },
        precaptured: true,
      },
    ]);
    expect(result).toBeInstanceOf(pg.Result);
    expect(result).toMatchObject({ command: 'INSERT', rowCount: 1, rows: [], fields: [] });
    expect(gate.outcomes[0]?.outcome).toEqual({
      status: 'SUCCESS',
      payload: gate.asked[0]?.payload,
      response: {
        command: 'INSERT',
        rowCount: 1,
        rows: [{ id: '4', name: 'Di', credit: '0', tags: null, info: null, seen: null, raw: null }],
      },
    });
    expect(await rows()).toContainEqual({ id: 4, name: 'Di', credit: 0 });
  });

  it('does not run when the gate refuses', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.refuse = new Error('refused');
    await expect(pool.query('DELETE FROM customers')).rejects.toThrow('refused');
    expect(gate.log).toEqual(['precapture', 'ask']);
    expect(await rows()).toHaveLength(3);
  });

  it('returns what the agent asked for, parsed by its own type parsers', async () => {
    const { gate, pool } = await database.setup();
    const types = { getTypeParser: (oid: number) => (oid === 23 ? () => 'int!' : (value: string) => value) };
    const text =
      'UPDATE customers AS c SET credit = c.credit + $1, tags = $2 WHERE c.id = 1 RETURNING c.id, credit * 2 AS twice, c.tags';
    const plain = await pool.query(text, [5, ['a', 'b"c']]);
    expect(plain.rows).toEqual([{ id: 1, twice: '30', tags: ['a', 'b"c'] }]);
    expect(plain.fields.map(({ name }) => name)).toEqual(['id', 'twice', 'tags']);
    const custom = await pool.query({ text, values: [5, []], rowMode: 'array', types: types as pg.CustomTypesConfig });
    expect(custom.rows).toEqual([['int!', '40', '{}']]);
    expect(gate.operations).toEqual(['rows.update', 'rows.update']);
    expect(gate.asked[0]?.payload).toEqual({
      table: 'customers',
      match: { id: 1 },
      values: { credit: "c.credit + '5'", tags: ['a', 'b"c'] },
      expressions: ['credit'],
      rowCount: 1,
    });
    expect(gate.outcomes[0]?.outcome).toMatchObject({
      response: { rows: [{ id: '1', credit: '15', tags: '{a,"b\\"c"}' }] },
    });
  });

  it('deletes with a RETURNING list of its own', async () => {
    const { gate, pool, rows } = await database.setup();
    const result = await pool.query('DELETE FROM customers WHERE id = ANY($1) RETURNING *', [[2, 3]]);
    expect(result.rows.map(({ name }) => name)).toEqual(['Bob', 'Cy']);
    expect(gate.asked[0]?.payload).toEqual({ table: 'customers', match: { id: { in: [2, 3] } }, rowCount: 2 });
    expect(gate.outcomes[0]?.outcome).toMatchObject({ response: { command: 'DELETE', rowCount: 2 } });
    expect(await rows()).toEqual([ADA]);
  });

  it('stores dates, buffers, JSON and large integers as pg itself would', async () => {
    const { gate, pool, rawPool } = await database.setup();
    const values = [
      new Date('2026-03-01T10:20:30.123Z'),
      Buffer.from([0, 255]),
      { a: [1, "it's"] },
      12345678901234567890n,
    ];
    await pool.query('INSERT INTO customers (id, seen, raw, info, credit) VALUES (10, $1, $2, $3, $4)', values);
    await rawPool.query('INSERT INTO customers (id, seen, raw, info, credit) VALUES (11, $1, $2, $3, $4)', values);
    const { rows } = await rawPool.query('SELECT seen, raw, info, credit FROM customers WHERE id >= 10');
    expect(rows[0]).toEqual(rows[1]);
    expect(gate.operations).toEqual(['rows.insert']);
  });

  it.each([
    'CREATE TABLE other (id int)',
    'TRUNCATE customers',
    'DELETE FROM customers WHERE id = 1 OR id = 2',
    'SELECT nextval($1)',
  ])('that is not a row operation is asked for as SQL: %s', async (sql) => {
    const { gate, pool } = await database.setup();
    await database.admin().query('DROP TABLE IF EXISTS other; CREATE SEQUENCE IF NOT EXISTS s');
    const values = sql.includes('$1') ? ['s'] : [];
    await pool.query(sql, values);
    expect(gate.log).toEqual(['ask', 'SUCCESS']);
    expect(gate.asked[0]).toMatchObject({
      apiName: 'postgres.query',
      operationType: 'EXECUTE',
      payload: { sql, values },
    });
  });

  it('that fails is confirmed as failed and rejects with the error of pg', async () => {
    const { gate, pool } = await database.setup();
    const failure = pool.query('INSERT INTO customers (id) VALUES (1)');
    await expect(failure).rejects.toBeInstanceOf(pg.DatabaseError);
    await expect(failure).rejects.toMatchObject({ code: '23505' });
    expect(gate.outcomes[0]?.outcome).toMatchObject({ status: 'FAILED', response: { error: { code: '23505' } } });
  });

  it("whose rows are cut short of the service's limits is told by hash", async () => {
    const { gate, pool } = await database.setup();
    await pool.query('UPDATE customers SET name = $1 WHERE id = 1', ['x'.repeat(300_000)]);
    const response = {
      command: 'UPDATE',
      rowCount: 1,
      unrepresentable: true,
      bytes: expect.any(Number),
      sha256: expect.any(String),
    };
    expect(gate.outcomes[0]?.outcome).toMatchObject({ status: 'SUCCESS', response });
  });
});

describe('the approved payload', () => {
  it('is what runs, after another capture', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async (payload) => ({ ...payload, values: { name: 'Edited' } });
    await pool.query("UPDATE customers SET name = 'Wanted' WHERE id = 1");
    expect(gate.log).toEqual(['precapture', 'ask', 'wait', 'precapture again', 'SUCCESS']);
    expect(gate.precaptures[1]).toMatchObject({ actionId: 'action-1', payload: { values: { name: 'Edited' } } });
    expect(gate.outcomes[0]?.outcome).toMatchObject({ payload: { values: { name: 'Edited' } } });
    expect((await rows())[0]).toEqual({ ...ADA, name: 'Edited' });
  });

  it('may be edited SQL', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async () => ({ sql: 'DELETE FROM customers WHERE id = $1 OR false', values: [3] });
    await pool.query('DELETE FROM customers WHERE id = 1 OR id = 2');
    expect(gate.operations).toEqual(['query']);
    expect(await rows()).toHaveLength(2);
  });

  it('touches exactly the rows it was approved for, or none', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async (payload) => {
      await database.admin().query('INSERT INTO customers (id, credit) VALUES (9, 99)');
      return payload;
    };
    const call = pool.query('UPDATE customers SET credit = 0 WHERE credit > 15');
    await expect(call).rejects.toBeInstanceOf(RowCountChangedError);
    await expect(call).rejects.toMatchObject({ approvedRowCount: 2, actualRowCount: 3 });
    expect(gate.statuses).toEqual(['action-1 FAILED']);
    expect((await rows()).filter((row) => (row as { credit: number }).credit === 0)).toEqual([]);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it.each([
    [{ table: 'customers', match: { id: 1 }, values: { name: 'x' } }],
    [{ table: 'customers', match: { id: { regex: 'x' } }, values: { name: 'x' }, rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: {}, rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: { name: 'purge()' }, expressions: ['name'], rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: { name: "'x'), (credit" }, expressions: ['name'], rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: { name: 'name) --' }, expressions: ['name'], rowCount: 1 }],
    [
      {
        table: 'customers',
        match: { id: 1 },
        values: { name: '(select name from customers)' },
        expressions: ['name'],
        rowCount: 1,
      },
    ],
  ])('is refused when it cannot be run as it stands: %j', async (edited) => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async () => edited as never;
    const call = pool.query("UPDATE customers SET name = 'Wanted' WHERE id = 1");
    await expect(call).rejects.toMatchObject({ code: 'approved-payload-invalid' });
    expect(gate.statuses).toEqual(['action-1 FAILED']);
    expect((await rows())[0]).toEqual(ADA);
  });
});

describe('a simulated session', () => {
  it('runs nothing and answers as if', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.simulated = true;
    expect(await pool.query('DELETE FROM customers')).toMatchObject({
      command: 'DELETE',
      rowCount: 3,
      rows: [],
      fields: [],
    });
    expect(await pool.query('INSERT INTO customers (id) VALUES (7), (8)')).toMatchObject({
      command: 'INSERT',
      rowCount: 2,
    });
    expect(await pool.query('TRUNCATE customers')).toMatchObject({ rowCount: 0, rows: [] });
    expect(gate.outcomes.map(({ outcome }) => outcome.response)).toEqual(Array(3).fill({ simulated: true }));
    expect(await rows()).toHaveLength(3);
  });
});

describe('the ways of calling pg', () => {
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
    await expect(client.query({ name: 'never' } as never)).rejects.toBeInstanceOf(UngovernedCallError);
    client.release();
    expect(gate.operations).toEqual(['rows.insert', 'rows.insert']);
  });

  it('lets a pg.Query that reads pass and refuses one that writes', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('SELECT 1');
    const seen: unknown[] = [];
    const query = client.query(new pg.Query('SELECT 1 AS one'));
    query.on('row', (row) => seen.push(row));
    await new Promise((resolve) => query.on('end', resolve));
    expect(seen).toEqual([{ one: 1 }]);
    expect(() => client.query(new pg.Query('DELETE FROM customers'))).toThrow(UngovernedCallError);
    expect(() => client.query(new pg.Query('COMMIT'))).toThrow(UngovernedCallError);
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

  it('looks at a query once: what changes afterwards is not run', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    let reads = 0;
    const shifting = {
      get text() {
        reads += 1;
        return reads === 1 ? 'SELECT 1 AS one' : 'DELETE FROM customers';
      },
      values: 0,
    };
    expect((await client.query(shifting as unknown as pg.QueryConfig)).rows).toEqual([{ one: 1 }]);
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

  it('says nothing of a call whose connection was lost before it answered', async () => {
    const gate = new RecordingGate();
    await database.setup();
    const { client } = database.client(gate);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const call = client.query('SELECT pg_sleep(10), setval($1, 1)', ['s']).catch((error) => error);
    while (gate.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await database.admin().query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    expect(await call).toBeInstanceOf(Error);
    expect(gate.log).toEqual(['ask']);
  });
});
