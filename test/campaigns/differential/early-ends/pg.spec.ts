import type { Readable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import QueryStream from 'pg-query-stream';
import { blockingGate } from '../../../../sdk/test/support/every-method.js';
import { realPostgres } from '../../../../sdk/test/support/postgres.js';
import { type Random, randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';
import { inTime } from './in-time.js';
import { aWhile, quiet, SlowGate } from './programs.js';

/**
 * Random programs end cursors, streams, copies and query objects of pg early, or never read them to their end, at a
 * random moment: while they are asked for, while they are sent, between two reads. The connection and the pool must
 * work afterwards, and what was recorded as SUCCESS must be there.
 */
const seeds = seedsOf(200, 20);
const database = realPostgres();

const READS = ['SELECT n FROM generate_series(1, 400) n', 'SELECT id FROM customers ORDER BY id', 'SELECT 1 / 0 AS n'];
const WRITES = [
  'INSERT INTO log SELECT g FROM generate_series(1, 3) g RETURNING n',
  'DELETE FROM customers WHERE id = 3 RETURNING id',
  'UPDATE customers SET credit = 1 / 0',
];

function endCursor(client: pg.PoolClient, text: string, random: Random): () => Promise<void> {
  const cursor = client.query(new Cursor(text));
  if (random(2)) quiet(cursor.read(1 + random(3)));
  return async () => {
    if (random(2)) await aWhile(random);
    if (random(3) === 0) return;
    quiet(cursor.close());
    if (random(3) === 0) quiet(cursor.close());
    if (random(3) === 0) quiet(cursor.read(1));
  };
}

function endStream(client: pg.PoolClient, text: string, random: Random): () => Promise<void> {
  const stream = client.query(new QueryStream(text, [], { batchSize: 1 + random(9) })) as Readable;
  stream.on('error', () => undefined);
  const aborts = new AbortController();
  return async () => {
    switch (random(5)) {
      case 0:
        return;
      case 1:
        stream.destroy();
        return;
      case 2:
        for await (const _ of stream) break;
        return;
      case 3:
        for await (const _ of stream) if (random(4) === 0) break;
        return;
      default:
        if (random(2)) await aWhile(random);
        aborts.abort();
        stream.destroy(random(2) ? new Error('enough') : undefined);
    }
  };
}

function endCopyTo(client: pg.PoolClient, random: Random): () => Promise<void> {
  const copy = client.query(copyTo('COPY (SELECT n FROM generate_series(1, 20000) n) TO STDOUT'));
  copy.on('error', () => undefined);
  return async () => {
    if (random(3) === 0) return;
    if (random(2)) for await (const _ of copy) break;
    copy.destroy();
  };
}

function endCopyFrom(client: pg.PoolClient, random: Random): () => Promise<void> {
  const copy = client.query(copyFrom('COPY log FROM STDIN'));
  copy.on('error', () => undefined);
  return async () => {
    for (let rows = random(3); rows > 0; rows -= 1) copy.write('9\n');
    if (random(2)) await aWhile(random);
    if (random(3) === 0) return;
    copy.destroy();
  };
}

function endQuery(client: pg.PoolClient, text: string): () => Promise<void> {
  const query = client.query(new pg.Query(text) as never) as unknown as pg.Query;
  query.on('error', () => undefined);
  return async () => undefined;
}

/** Opens and ends objects on one client, and leaves it in one of the ways in which a program leaves it. */
async function run(pool: pg.Pool, random: Random): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const text = random(2) ? (READS[random(3)] as string) : (WRITES[random(3)] as string);
    if (random(3) === 0) quiet(client.query('SELECT 1'));
    if (random(4) === 0) quiet(client.query("UPDATE customers SET name = 'x' WHERE id = 1"));
    const kind = random(6);
    const end =
      kind < 2
        ? endCursor(client, text, random)
        : kind < 4
          ? endStream(client, text, random)
          : kind === 4
            ? random(2)
              ? endCopyTo(client, random)
              : endCopyFrom(client, random)
            : endQuery(client, text);
    if (random(2)) await aWhile(random);
    quiet(end());
    if (random(2)) await aWhile(random);
  }
  const leaves = random(6);
  if (leaves === 0) quiet((client as unknown as pg.Client).end());
  client.release(leaves === 1 ? true : leaves === 2 ? new Error('gone') : undefined);
}

describe('a program that ends query objects early', () => {
  it.each(seeds.starts)('from seed %i on leaves a pool of one connection that works', async (start) => {
    for (const seed of seeds.from(start)) {
      const random = randomOf(seed);
      const { rawPool } = await database.setup({ max: 1 });
      await database.admin().query('DROP TABLE IF EXISTS log; CREATE TABLE log (n int)');
      const gate = random(5) === 0 ? blockingGate() : new SlowGate(seed);
      if (gate instanceof SlowGate) gate.simulated = random(5) === 0;
      const pool = database.wrap(rawPool, gate);
      const named = { seed };
      await inTime(run(pool, random), `seed ${seed}: the program`);
      const answer = await inTime(pool.query('SELECT 1 AS one'), `seed ${seed}: a call of the pool`);
      expect({ ...named, rows: answer.rows }).toEqual({ ...named, rows: [{ one: 1 }] });
      await inTime(pool.end(), `seed ${seed}: the end of the pool`);
      const { rows: log } = await database.admin().query('SELECT count(*)::int AS n FROM log WHERE n < 9');
      const { rows: kept } = await database.admin().query('SELECT count(*)::int AS n FROM customers WHERE id = 3');
      if (gate.simulated || gate.asked.length === 0)
        expect({ ...named, log, kept }).toEqual({ ...named, log: [{ n: 0 }], kept: [{ n: 1 }] });
      const succeeded = (word: string) =>
        gate.outcomes.filter(({ actionId, outcome }) => {
          const asked = gate.asked.find((one) => one.actionId === actionId);
          return outcome.status === 'SUCCESS' && String(asked?.payload.sql ?? '').startsWith(word);
        }).length;
      if (!gate.simulated) expect({ ...named, log: log[0].n / 3 }).toEqual({ ...named, log: succeeded('INSERT') });
    }
  });
});
