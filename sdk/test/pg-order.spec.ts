import { once } from 'node:events';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import pg from 'pg';
import Cursor from 'pg-cursor';
import QueryStream from 'pg-query-stream';
import { eventually } from '../../test/support/patience.mjs';
import type { WrapSettings } from '../src/asking/settings.js';
import { PolicyBlockedError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';
import type { RecordingGate } from './support/recording-gate.js';

const database = realPostgres();
const blocked = () => new PolicyBlockedError('no', ['p'], { code: 'policy-blocked' });

/** Makes the gate slow, so that any call that does not wait overtakes it. */
function slow(gate: RecordingGate): void {
  gate.decide = (payload) => new Promise((resolve) => setTimeout(resolve, 100, payload));
}

describe('one connection', () => {
  it('lets no cursor, stream or pg.Query overtake a write that was called before', async () => {
    const { gate, connect } = await database.setup();
    const client = await connect();
    slow(gate);
    const write = client.query("INSERT INTO customers (id, name) VALUES (9, 'new')");
    const cursor = client.query(new Cursor('SELECT name FROM customers WHERE id = 9'));
    const read = cursor.read(10);
    const closed = read.then(() => cursor.close());
    const stream = client.query(new QueryStream('SELECT id FROM customers ORDER BY id'));
    const query = client.query(new pg.Query('SELECT count(*)::int AS n FROM customers'));
    const counted = once(query, 'row');
    expect(await read).toEqual([{ name: 'new' }]);
    const ids: number[] = [];
    for await (const row of stream) ids.push(row.id);
    expect(ids).toEqual([1, 2, 3, 9]);
    expect((await counted)[0]).toEqual({ n: 4 });
    await Promise.all([write, closed]);
    client.release();
    expect(gate.operations).toEqual(['rows.insert']);
  });

  it('holds back what is called after an open cursor, as pg does', async () => {
    const { connect } = await database.setup();
    const client = await connect();
    const order: string[] = [];
    await client.query('SELECT 1 FROM customers');
    const cursor = client.query(new Cursor('SELECT id FROM customers ORDER BY id'));
    const write = client.query('DELETE FROM customers WHERE id = 3').then(() => order.push('deleted'));
    expect(await cursor.read(2)).toHaveLength(2);
    expect(await cursor.read(2)).toEqual([{ id: 3 }]);
    order.push('read');
    await cursor.close();
    await write;
    expect(order).toEqual(['read', 'deleted']);
    client.release();
  });

  it('asks for a query object that writes, and reports how it ended', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    const query = client.query(new pg.Query('DELETE FROM customers WHERE id = $1', [1]));
    await once(query, 'end');
    const failing = client.query(new pg.Query('INSERT INTO customers (id) VALUES (2)'));
    const [error] = await once(failing, 'error');
    expect(error).toMatchObject({ code: '23505' });
    const cursor = client.query(new Cursor('DELETE FROM customers WHERE id = 3 RETURNING name'));
    expect(await cursor.read(1)).toEqual([{ name: 'Cy' }]);
    await cursor.close();
    await client.query('SELECT 1');
    client.release();
    expect(gate.operations).toEqual(['query', 'query', 'query']);
    expect(gate.asked[0]?.mayDo).toEqual(['postgres.rows.delete']);
    expect(gate.statuses).toEqual(['action-1 SUCCESS', 'action-2 FAILED', 'action-3 SUCCESS']);
    expect(await rows()).toHaveLength(1);
  });

  it('reports a refusal to a query object as pg would', async () => {
    const { gate, connect, rows } = await database.setup();
    gate.refuse = blocked();
    const client = await connect();
    const [error] = await once(client.query(new pg.Query('DELETE FROM customers')), 'error');
    expect(error).toMatchObject({ code: 'policy-blocked' });
    const cursor = client.query(new Cursor('DELETE FROM customers RETURNING *'));
    await expect(cursor.read(1)).rejects.toMatchObject({ code: 'policy-blocked' });
    client.release();
    expect(await rows()).toHaveLength(3);
  });

  it('follows a transaction that query objects control', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await once(client.query(new pg.Query('BEGIN')), 'end');
    await client.query('DELETE FROM customers WHERE id = 1');
    await once(client.query(new pg.Query('ROLLBACK')), 'end');
    await client.query('SELECT 1');
    expect(gate.statuses).toEqual(['action-1 FAILED']);
    client.release();
    expect(await rows()).toHaveLength(3);
  });
});

describe('a query object', () => {
  it('whose text or values change after it was looked at does not run as changed', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    slow(gate);
    const write = client.query('UPDATE customers SET credit = 0 WHERE id = 1');
    const shifting = new pg.Query('SELECT 1 AS one') as pg.Query & { text: string };
    client.query(shifting);
    shifting.text = 'DELETE FROM customers';
    const failed = once(shifting, 'error');
    const values = [1];
    const kept = client.query('UPDATE customers SET credit = 7 WHERE id = $1', values);
    values[0] = 2;
    const bytes = Buffer.from([1]);
    const stored = client.query('UPDATE customers SET raw = $1 WHERE id = 1', [bytes]);
    bytes[0] = 9;
    const tags = { a: 1 };
    const told = client.query('UPDATE customers SET info = $1 WHERE id = 1', [tags]);
    tags.a = 2;
    await Promise.all([write, kept, stored, told]);
    expect((await failed)[0]).toMatchObject({ code: 'ungoverned-call' });
    const { rows: found } = await client.query('SELECT credit::int, raw, info FROM customers WHERE id < 3 ORDER BY id');
    expect(found).toEqual([
      { credit: 7, raw: Buffer.from([1]), info: { a: 1 } },
      { credit: 20, raw: null, info: null },
    ]);
    client.release();
    expect(await rows()).toHaveLength(3);
  });
});

describe('a query object that ends early', () => {
  const WRITES = 'DELETE FROM customers WHERE id = 3 RETURNING id';

  it('while it is asked for is not sent, and leaves its connection usable', async () => {
    const { gate, pool, connect, rows } = await database.setup({ max: 1 });
    const client = await connect();
    slow(gate);
    const cursor = client.query(new Cursor(WRITES));
    const stream = client.query(new QueryStream('SELECT id FROM customers'));
    await eventually(() => gate.asked.length > 0);
    await cursor.close();
    stream.destroy();
    client.release();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await eventually(() => gate.givenUp.length > 0);
    expect([gate.givenUp, gate.statuses]).toEqual([['action-1'], []]);
    expect(await rows()).toHaveLength(3);
  });

  it('before anything of it ran did not run, and after a read did', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    const unread = client.query(new Cursor(WRITES));
    await eventually(() => gate.asked.length > 0);
    await unread.close();
    await client.query('SELECT 1');
    const read = client.query(new Cursor('DELETE FROM customers RETURNING id'));
    expect(await read.read(1)).toHaveLength(1);
    await read.close();
    client.release();
    expect(
      await eventually(
        () => gate.statuses,
        ({ length }) => length > 1,
      ),
    ).toEqual(['action-1 FAILED', 'action-2 SUCCESS']);
    expect(await rows()).toEqual([]);
  });

  it('with its client gives the connection back, and ends with the pool', async () => {
    const { pool, connect } = await database.setup({ max: 1 });
    await pool.query('SELECT 1 FROM customers');
    for (const destroy of [false, true]) {
      const client = await connect();
      const cursor = client.query(new Cursor('SELECT id FROM customers ORDER BY id'));
      expect(await cursor.read(1)).toEqual([{ id: 1 }]);
      client.on('error', () => undefined);
      client.release(destroy);
      expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await expect(cursor.read(1)).rejects.toThrow(destroy ? /terminated/ : 'released while this query was open');
    }
    const client = await connect();
    client.query(new QueryStream('SELECT id FROM customers'));
    client.release();
    await pool.end();
  });

  it('is answered without rows with a test key', async () => {
    const { gate, connect, rows } = await database.setup();
    gate.simulated = true;
    const client = await connect();
    expect(await client.query(new Cursor(WRITES)).read(5)).toEqual([]);
    const ended = once(client.query(new pg.Query(WRITES)), 'end');
    await ended;
    client.release();
    expect(await rows()).toHaveLength(3);
  });
});

describe('instrumentation', () => {
  it('that replaces query by a function which calls the one before works', async () => {
    const { gate, pool, connect, rows } = await database.setup();
    const seen: string[] = [];
    const instrument = (target: { query: unknown }, name: string) => {
      const before = target.query as (...args: unknown[]) => unknown;
      target.query = function (...args: unknown[]) {
        seen.push(name);
        return before.apply(this, args);
      };
    };
    instrument(pool as never, 'pool');
    instrument(pool as never, 'pool again');
    await pool.query('DELETE FROM customers WHERE id = 1');
    const client = await connect();
    instrument(client as never, 'client');
    await client.query('DELETE FROM customers WHERE id = 2');
    client.release();
    expect(seen).toEqual(['pool again', 'pool', 'client']);
    expect(gate.operations).toEqual(['rows.delete', 'rows.delete']);
    expect(await rows()).toHaveLength(1);
  });

  it.each(['before', 'after'])('of OpenTelemetry works when it is enabled %s', async (when) => {
    const asked: string[] = [];
    const instrumentation = new PgInstrumentation({
      requestHook: (_span, { query }) => {
        asked.push(query.text);
      },
    });
    type Patched = { name: string; patch(module: unknown, version: string): void; unpatch: Patched['patch'] };
    const patches = (instrumentation as unknown as { getModuleDefinitions(): Patched[] }).getModuleDefinitions();
    const patch = () => {
      for (const definition of patches) if (definition.name === 'pg') definition.patch(pg, '8.23.1');
    };
    const unpatch = () => {
      for (const definition of patches) if (definition.name === 'pg') definition.unpatch(pg, '8.23.1');
    };
    if (when === 'before') patch();
    const { gate, pool, connect, rows } = await database.setup();
    if (when === 'after') patch();
    try {
      await pool.query('DELETE FROM customers WHERE id = 1');
      const client = await connect();
      await client.query('DELETE FROM customers WHERE id = 2');
      expect((await client.query('SELECT id FROM customers')).rows).toEqual([{ id: 3 }]);
      gate.refuse = blocked();
      await expect(pool.query('DELETE FROM customers WHERE id = 3')).rejects.toMatchObject({ code: 'policy-blocked' });
      await expect(client.query('DELETE FROM customers')).rejects.toMatchObject({ code: 'policy-blocked' });
      client.release();
    } finally {
      unpatch();
    }
    expect(gate.operations).toEqual(['rows.delete', 'rows.delete']);
    expect(await rows()).toHaveLength(1);
    expect(asked.filter((text) => text.startsWith('DELETE'))).toHaveLength(2);
  });
});

describe('ending and releasing', () => {
  it('a client that is destroyed while its call waits for a person frees the pool at once, and sends nothing', async () => {
    const { gate, pool, connect, rows } = await database.setup({ max: 1 });
    const before = await rows();
    gate.decide = () => new Promise(() => undefined);
    const client = await connect();
    const update = client.query("UPDATE customers SET name = 'x' WHERE id = 1").catch((error: unknown) => error);
    const next = client.query('DELETE FROM customers WHERE id = 2').catch((error: unknown) => error);
    await eventually(
      () => gate.log,
      (log) => log.includes('wait'),
    );
    client.release(true);
    expect(await update).toMatchObject({ message: 'Connection terminated' });
    expect(await next).toMatchObject({ message: 'Connection terminated' });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(await rows()).toEqual(before);
    expect([gate.givenUp, gate.outcomes]).toEqual([['action-1'], []]);
  });

  it.each(['release', 'end'] as const)(
    'a client that is left by %s() while its calls wait for a person frees its place after holdLocksMs, and sends nothing',
    async (leave) => {
      const { gate, rawPool, rows } = await database.setup({ max: 1 });
      const before = await rows();
      const settings = { holdLocksMs: 100 } as WrapSettings;
      const pool = database.wrap(rawPool, gate, { operations: [], settings });
      const client = (await pool.connect()) as pg.PoolClient & pg.Client;
      gate.decide = () => new Promise(() => undefined);
      const calls = ["UPDATE customers SET name = 'x' WHERE id = 1", 'DELETE FROM customers WHERE id = 2'].map((text) =>
        client.query(text).catch((error: unknown) => error),
      );
      expect(await eventually(() => gate.log.includes('wait'))).toBe(true);
      await client[leave]();
      if (leave === 'end') client.release();
      expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      const late = { code: 'approval-timeout', message: expect.stringContaining('holdLocksMs') };
      expect(await Promise.all(calls)).toMatchObject([late, late]);
      expect(await rows()).toEqual(before);
      expect([gate.givenUp, gate.outcomes]).toEqual([['action-1'], []]);
      gate.decide = async (payload) => payload;
      const next = await pool.connect();
      expect((await next.query("UPDATE customers SET name = 'y' WHERE id = 3")).rowCount).toBe(1);
      next.release();
    },
  );

  it('a client that was ended is not handed out again', async () => {
    const { pool, rawPool } = await database.setup({ max: 1 });
    const client = (await pool.connect()) as pg.PoolClient & pg.Client;
    const ended = client.end();
    client.release();
    await ended;
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(rawPool.totalCount).toBe(1);
  });

  it('a refusal rejects, whatever the way of the call', async () => {
    const { gate, pool, connect } = await database.setup();
    gate.refuse = blocked();
    const client = await connect();
    for (const target of [pool, client]) {
      const called = target.query('DELETE FROM customers');
      await expect(called).rejects.toBeInstanceOf(PolicyBlockedError);
      await expect(target.query({ text: 7 } as never)).rejects.toBeInstanceOf(Error);
      await expect(target.query('SELECT \0')).rejects.toMatchObject({ code: 'ungoverned-call' });
    }
    client.release();
  });
});
