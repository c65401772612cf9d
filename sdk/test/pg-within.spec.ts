import { inspect } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { PolicyBlockedError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();

const blocked = () => new PolicyBlockedError('no', ['p'], { code: 'policy-blocked' });
const WIPE = 'DELETE FROM customers';
type Inner = pg.Client;
type Parts = pg.Pool & {
  _clients: Inner[];
  _idle: { client: Inner }[];
  Client: new (options: object) => Inner;
  constructor: new (options: object) => pg.Pool;
};

class OwnPool extends pg.Pool {
  wipe() {
    return this.query(WIPE);
  }
  async wipeOnClient() {
    const client = await this.connect();
    try {
      return await client.query(WIPE);
    } finally {
      client.release();
    }
  }
}

class OwnClient extends pg.Client {
  wipe() {
    return super.query(WIPE);
  }
}

/** Ways to a client without a call of the wrapped object's own `query`, within the process. */
const WAYS: Record<string, (pool: Parts) => unknown> = {
  'the list of clients': async (pool) => {
    await pool.query('SELECT 1');
    return pool._clients[0]?.query(WIPE);
  },
  'the list of clients, looked through': async (pool) => {
    await pool.query('SELECT 1');
    return Promise.all(pool._clients.map((client) => client.query(WIPE)));
  },
  'the list of idle clients': async (pool) => {
    await pool.query('SELECT 1');
    return pool._idle[0]?.client.query(WIPE);
  },
  'the class of the pool': async (pool) => {
    const other = new pool.constructor(pool.options);
    return other.query(WIPE).finally(() => other.end());
  },
  'the class of its clients': async (pool) => {
    const client = new pool.Client(pool.options);
    await client.connect();
    return client.query(WIPE).finally(() => client.end());
  },
  'a class that extends that of its clients': async (pool) => {
    class Mine extends pool.Client {
      wipe() {
        return this.query(WIPE);
      }
    }
    const client = new Mine(pool.options);
    expect(client).toBeInstanceOf(Mine);
    await client.connect();
    return client.wipe().finally(() => client.end());
  },
};

describe('within the process,', () => {
  it.each(Object.keys(WAYS))('%s does not bypass the gate', async (name) => {
    const { gate, pool, rows } = await database.setup();
    gate.refuse = blocked();
    await expect(Promise.resolve(pool as Parts).then(WAYS[name])).rejects.toMatchObject({
      code: expect.stringMatching(/^(policy-blocked|ungoverned-call)$/),
    });
    expect(await rows()).toHaveLength(3);
  });

  it('a method that the application gave its own class calls the governed pool or client', async () => {
    const { gate, rawPool, rows } = await database.setup();
    const own = database.wrap(new OwnPool(rawPool.options), gate);
    await own.wipe();
    await own.wipeOnClient();
    await own.end();
    const client = database.wrap(new OwnClient(rawPool.options.connectionString), gate);
    await client.connect();
    await client.wipe();
    await client.end();
    expect(gate.operations).toEqual(['rows.delete', 'rows.delete', 'query']);
    expect(await rows()).toEqual([]);
  });
});

describe("an inspection of pg's objects", () => {
  it('shows the same for a wrapped pool: its text, its listeners, the class of its clients', async () => {
    const { pool, rawPool } = await database.setup();
    const listener = () => undefined;
    pool.on('connect', listener);
    expect(pool.listeners('connect')).toEqual([listener]);
    expect(pool.rawListeners('connect')).toEqual([listener]);
    expect(pool.listenerCount('connect')).toBe(1);
    pool.off('connect', listener);
    expect(rawPool.listenerCount('connect')).toBe(0);
    const once = () => undefined;
    pool.once('acquire', once);
    expect(pool.listeners('acquire')).toEqual([once]);
    pool.removeListener('acquire', once);
    expect(rawPool.listenerCount('acquire')).toBe(0);
    expect(inspect(pool)).toBe(inspect(rawPool));
    const { Client } = pool as Parts;
    const client = new Client({});
    expect(client).toBeInstanceOf(Client);
    expect(client).toBeInstanceOf(pg.Client);
    expect(Client.name).toBe('Client');
  });
});

describe('a call', () => {
  it('that was blocked names itself, in an error whose stack names the caller', async () => {
    const { gate, pool, connect } = await database.setup();
    gate.refuse = blocked();
    const client = await connect();
    async function theCaller(target: pg.Pool | pg.PoolClient) {
      return await target.query(WIPE);
    }
    for (const target of [pool, client]) {
      const error = await theCaller(target).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ message: expect.stringContaining('postgres.rows.delete') });
      expect((error as Error).stack).toContain('theCaller');
    }
    client.release();
  });

  it('that pg rejects has a stack that names the caller', async () => {
    const { pool, connect } = await database.setup();
    const client = await connect();
    async function theCaller(target: pg.Pool | pg.PoolClient, text: string) {
      return await target.query(text);
    }
    for (const target of [pool, client]) {
      for (const text of ['SELECT nope FROM customers', 'UPDATE customers SET nope = 1', 'TRUNCATE nowhere']) {
        const error = await theCaller(target, text).catch((thrown: Error) => thrown);
        expect((error as Error).stack).toContain('theCaller');
      }
    }
    client.release();
  });

  it('runs with what its arguments said when it was made', async () => {
    const { gate, pool, connect, rows } = await database.setup();
    gate.decide = (payload) => new Promise((resolve) => setTimeout(resolve, 50, payload));
    const client = await connect();
    for (const target of [pool, client]) {
      const config = { text: 'UPDATE customers SET credit = $1 WHERE id = $2', values: [5, 1] };
      const called = target.query(config);
      config.text = WIPE;
      config.values[0] = 99;
      config.values.push(3);
      await called;
    }
    client.release();
    expect(await rows()).toContainEqual({ id: 1, name: 'Ada', credit: 5 });
  });

  it('ends with the abort of its caller while it is asked for, and is given up', async () => {
    const { gate, pool, rows } = await database.setup();
    const end = new AbortController();
    gate.decide = () => {
      setTimeout(() => end.abort(new Error('enough')));
      return new Promise(() => undefined);
    };
    const called = pool.query({ text: WIPE, signal: end.signal } as pg.QueryConfig);
    await expect(called).rejects.toThrow('enough');
    await expect(pool.query({ text: WIPE, signal: end.signal } as pg.QueryConfig)).rejects.toThrow('enough');
    expect([gate.givenUp, gate.statuses]).toEqual([['action-1'], []]);
    expect(await rows()).toHaveLength(3);
  });

  it('answers arguments that pg cannot read as pg does', async () => {
    const { pool, rawPool } = await database.setup();
    const outcome = async (call: () => unknown) => {
      let answered: unknown;
      try {
        answered = call();
      } catch (error) {
        return ['thrown', (error as Error).message];
      }
      return Promise.resolve(answered).then(
        () => ['answered'],
        (error: Error) => ['rejected', error.message],
      );
    };
    for (const args of [[undefined], [null], [7], [{}], [{ text: '' }], ['SELECT 1', 7], ['SELECT 1', [], 7]]) {
      const call = (target: pg.Pool) => () => (target.query as (...given: unknown[]) => unknown)(...args);
      expect([args, ...(await outcome(call(pool)))]).toEqual([args, ...(await outcome(call(rawPool)))]);
    }
  });
});

describe('COPY FROM', () => {
  const lines = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${first + index}\tx\n`).join('');
  const copy = async (client: pg.PoolClient, text: string) => {
    const stream = client.query(copyFrom('COPY customers (id, name) FROM STDIN'));
    stream.end(text);
    await new Promise((resolve, reject) => stream.on('finish', resolve).on('error', reject));
    return stream.rowCount;
  };

  it('of a stream is asked for and recorded, 4 000 rows of it', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    expect(await copy(client, lines(100, 4_000))).toBe(4_000);
    await client.query('SELECT 1');
    client.release();
    expect(gate.operations).toEqual(['query']);
    expect(gate.statuses).toEqual(['action-1 SUCCESS']);
    expect(await rows()).toHaveLength(4_003);
  });

  it('that a policy blocks sends no row, and the connection remains usable', async () => {
    const { gate, connect, rows } = await database.setup();
    gate.refuse = blocked();
    const client = await connect();
    await expect(copy(client, lines(100, 3))).rejects.toBeInstanceOf(PolicyBlockedError);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    client.release();
    expect(await rows()).toHaveLength(3);
  });
});
