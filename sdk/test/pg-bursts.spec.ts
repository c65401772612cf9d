import type pg from 'pg';
import { PolicyBlockedError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();
const CONCURRENT_CALLS = 200;

/** Returns the queries that the connections of a pool send besides the statements of the test. */
function questionsOf(pool: pg.Pool): string[] {
  const sent: string[] = [];
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: Record<string, (...args: unknown[]) => unknown> };
    for (const name of ['query', 'parse']) {
      const send = connection[name];
      connection[name] = (...args) => {
        const [said] = args as [string | { text: string }];
        sent.push(typeof said === 'string' ? said : said.text);
        return send?.apply(connection, args);
      };
    }
  });
  return sent;
}
const ofCatalogue = (sent: readonly string[]) => sent.filter((text) => text.includes('pg_catalog'));

describe('many statements at once, before anything is known', () => {
  it('ask the catalogue as often as one does', async () => {
    const one = await database.setup();
    const sentByOne = questionsOf(one.rawPool);
    await one.pool.query('INSERT INTO customers (id, name) VALUES ($1, $2)', [99, 'One']);
    const { pool, rawPool, gate, rows } = await database.setup();
    const sent = questionsOf(rawPool);
    const insert = (_: unknown, id: number) =>
      pool.query('INSERT INTO customers (id, name) VALUES ($1, $2)', [100 + id, 'Many']);
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, insert));
    expect(ofCatalogue(sentByOne).length).toBeGreaterThan(0);
    expect(ofCatalogue(sent)).toEqual(ofCatalogue(sentByOne));
    expect([gate.asked.length, (await rows()).length]).toEqual([CONCURRENT_CALLS, CONCURRENT_CALLS + 3]);
  });

  it('are asked for once each where they wait in the queue of a pool, and none is sent where that is blocked', async () => {
    for (const isBlocked of [false, true]) {
      const { pool, gate, rows } = await database.setup({ max: 1 });
      if (isBlocked) gate.refuse = new PolicyBlockedError('no', ['p'], { code: 'policy-blocked' });
      const insert = (_: unknown, id: number) => pool.query('INSERT INTO customers (id) VALUES ($1)', [100 + id]);
      await Promise.allSettled(Array.from({ length: 20 }, insert));
      const asked = gate.log.filter((question) => question === 'ask');
      expect([asked.length, (await rows()).length - 3]).toEqual([20, isBlocked ? 0 : 20]);
    }
  });

  it('end where a pool has a single connection, of it and of a client it lent', async () => {
    const { pool, connect, rows } = await database.setup({ max: 1 });
    const insert = (on: pg.Pool | pg.PoolClient, id: number) =>
      on.query('INSERT INTO customers (id, name) VALUES ($1, $2)', [id, 'x']);
    const client = await connect();
    const ofPool = Promise.all([insert(pool, 101), insert(pool, 102)]);
    await Promise.all([insert(client, 103), insert(client, 104)]);
    client.release();
    await ofPool;
    expect((await rows()).length).toBe(7);
  });
});
