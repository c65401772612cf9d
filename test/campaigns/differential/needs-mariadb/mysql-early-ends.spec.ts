import type { Readable } from 'node:stream';
import { type Connection, createPool, type Pool, type PoolConnection } from 'mysql2';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { startWorld, type World } from '../../../connectors/needs-mariadb/world.js';
import { inTime } from '../early-ends/in-time.js';
import { aWhile, quiet, SlowGate } from '../early-ends/programs.js';
import { type Random, randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';

/**
 * Random programs end streams of rows and connections of mysql2 early, or never read them to their end, at a random
 * moment. The pool of one connection must work afterwards, and end.
 */
const seeds = seedsOf(120, 20);

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.sql('CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, name varchar(20))');
  await world.sql('CREATE VIEW many AS SELECT seq FROM seq_1_to_3000');
});
afterAll(() => world.stop());

const READS = ['SELECT seq FROM seq_1_to_3000', 'SELECT seq FROM many', 'SELECT id, name FROM t', 'SELECT nope FROM t'];

function endStream(connection: Connection | Pool, random: Random): () => Promise<void> {
  const text = READS[random(4)] as string;
  // The `execute` of a pool answers nothing without a callback.
  const isPool = 'getConnection' in connection;
  const query = random(3) === 0 && !isPool ? connection.execute(text) : connection.query(text);
  query.on('error', () => undefined);
  const stream = query.stream({ highWaterMark: 1 + random(20) }) as Readable;
  stream.on('error', () => undefined);
  return async () => {
    // Nothing says that a stream of a pool will not be read any more.
    switch (isPool ? 1 + random(3) : random(4)) {
      case 0:
        return;
      case 1:
        stream.destroy();
        return;
      case 2:
        for await (const _ of stream) if (random(4) === 0) break;
        return;
      default:
        if (random(2)) await aWhile(random);
        stream.destroy(new Error('enough'));
    }
  };
}

async function run(pool: Pool, random: Random): Promise<void> {
  if (random(4) === 0) {
    quiet(endStream(pool, random)());
    return;
  }
  const connection = await new Promise<PoolConnection>((resolve, reject) =>
    pool.getConnection((error, one) => (error ? reject(error) : resolve(one))),
  );
  connection.on('error', () => undefined);
  const promised = connection.promise();
  for (let left = 1 + random(3); left > 0; left -= 1) {
    if (random(3) === 0) quiet(promised.query('SELECT 1'));
    if (random(3) === 0) quiet(promised.query("INSERT INTO t (name) VALUES ('x')"));
    const end = endStream(connection, random);
    if (random(2)) await aWhile(random);
    quiet(end());
    if (random(2)) await aWhile(random);
  }
  if (random(3) === 0) connection.destroy();
  else connection.release();
}

describe('a pool with a stream that nothing reads', () => {
  it('ends', async () => {
    for (const isPromised of [false, true]) {
      const raw = createPool({ uri: world.url, connectionLimit: 1 });
      const pool = wrapRecorded(raw, new SlowGate(1), { connector: 'mysql' });
      pool.query('SELECT seq FROM seq_1_to_3000').stream({ highWaterMark: 5 });
      await aWhile(randomOf(isPromised ? 1 : 2));
      const ended = isPromised ? pool.promise().end() : new Promise((resolve) => pool.end(resolve));
      await inTime<unknown>(ended, 'the end of the pool');
    }
  });
});

describe('a program that ends streams of mysql2 early', () => {
  it.each(seeds.starts)('from seed %i on leaves a pool of one connection that works', async (start) => {
    for (const seed of seeds.from(start)) {
      const random = randomOf(seed);
      await world.sql('DELETE FROM t');
      const gate = random(5) === 0 ? blockingGate() : new SlowGate(seed);
      const pool = wrapRecorded(createPool({ uri: world.url, connectionLimit: 1 }), gate, { connector: 'mysql' });
      await inTime(run(pool, random), `seed ${seed}: the program`);
      const [rows] = await inTime(pool.promise().query('SELECT 1 AS one'), `seed ${seed}: a call of the pool`);
      expect({ seed, rows }).toEqual({ seed, rows: [{ one: 1 }] });
      await inTime(pool.promise().end(), `seed ${seed}: the end of the pool`);
      const [{ n }] = (await world.sql('SELECT COUNT(*) AS n FROM t')) as [{ n: number }];
      const succeeded = gate.outcomes.filter(({ outcome }) => outcome.status === 'SUCCESS').length;
      const lost = gate.outcomes.filter(({ outcome }) => outcome.status === 'UNKNOWN').length;
      expect({ seed, isTrue: Number(n) >= succeeded && Number(n) <= succeeded + lost }).toEqual({ seed, isTrue: true });
    }
  });
});
