import { Redis } from 'ioredis';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { startRedis } from '../../../support/redis.mjs';
import { inTime } from '../early-ends/in-time.js';
import { aWhile, quiet, SlowGate } from '../early-ends/programs.js';
import { type Random, randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';

/**
 * Random programs of ioredis leave scans, pipelines and transactions unfinished, and disconnect at a random moment, also
 * while a command waits at the server. The client must end, and must work when it is connected again.
 */
const seeds = seedsOf(120, 20);

let server: Awaited<ReturnType<typeof startRedis>>;
let admin: Redis;
beforeAll(async () => {
  server = await startRedis();
  admin = new Redis(server.port);
  await admin.mset(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`key:${n}`, n])));
});
afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

async function step(redis: Redis, random: Random): Promise<void> {
  switch (random(8)) {
    case 0: {
      const scan = redis.scanStream({ count: 10 });
      const read = async () => {
        for await (const _ of scan) break;
      };
      if (random(2)) quiet(read());
      else scan.destroy();
      return;
    }
    case 1:
      quiet((async () => void redis.pipeline().set('a', '1').get('a'))());
      return;
    case 2:
      // Refused in a transaction that the server collects.
      quiet((async () => redis.multi().set('a', '1').exec())());
      return;
    case 3:
      quiet(redis.multi({ pipeline: false }));
      if (random(2)) quiet(redis.set('a', '2'));
      if (random(2)) quiet(random(2) ? redis.exec() : redis.discard());
      return;
    case 4:
      quiet(redis.blpop('nothing', 0));
      if (random(2)) quiet(redis.set('a', '3'));
      return;
    case 5:
      quiet(redis.xread('BLOCK', 0, 'STREAMS', 'nothing', '$'));
      if (random(2)) quiet(redis.get('a'));
      return;
    case 6:
      quiet(redis.set('a', '4'));
      return;
    default:
      quiet(redis.get('a'));
  }
}

describe('a program that ends calls of ioredis early', () => {
  it.each(seeds.starts)('from seed %i on ends, and works when it connects again', async (start) => {
    for (const seed of seeds.from(start)) {
      const random = randomOf(seed);
      const gate = random(5) === 0 ? blockingGate() : new SlowGate(seed);
      const raw = new Redis(server.port, { retryStrategy: null as never });
      raw.on('error', () => undefined);
      const redis = wrapRecorded(raw, gate, { connector: 'redis' });
      if (random(2)) await redis.ping();
      for (let left = 1 + random(4); left > 0; left -= 1) {
        await inTime(step(redis, random), `seed ${seed}: the program`);
        if (random(2)) await aWhile(random);
      }
      const ended = new Promise((resolve) => raw.once('end', resolve));
      redis.disconnect();
      await inTime(ended, `seed ${seed}: disconnect`);
      await inTime(redis.connect(), `seed ${seed}: connect`);
      expect({ seed, pong: await inTime(redis.ping(), `seed ${seed}: a read`) }).toEqual({ seed, pong: 'PONG' });
      const written = redis.set('b', String(seed)).catch(({ code }) => code);
      const expected = gate instanceof SlowGate ? 'OK' : 'policy-blocked';
      expect({ seed, written: await inTime(written, `seed ${seed}: a write`) }).toEqual({ seed, written: expected });
      redis.disconnect();
    }
  });
});
