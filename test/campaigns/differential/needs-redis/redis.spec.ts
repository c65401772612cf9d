import { Command, Redis } from 'ioredis';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../sdk/test/support/recording-gate.js';
import { startRedis } from '../../../support/redis.mjs';
import { randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';

/**
 * Random programs of commands run bare and wrapped in a session that allows everything: answers, errors, order and the
 * final content of the server have to be equal. In a session that blocks everything the content does not change.
 */
const seeds = seedsOf(60, 20);

let server: Awaited<ReturnType<typeof startRedis>>;
let admin: Redis;
beforeAll(async () => {
  server = await startRedis();
  admin = new Redis(server.port);
});
afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

const isBatch = (how: How) => how === 'pipeline' || how === 'multi' || how === 'collected';

type Words = readonly (string | number | Buffer)[];
type How = 'method' | 'callback' | 'buffer' | 'call' | 'command' | 'pipeline' | 'multi' | 'collected';
interface Step {
  readonly commands: readonly (readonly [name: string, words: Words])[];
  readonly how: How;
  /** Called without waiting for the one before. */
  readonly together: boolean;
}

function programOf(seed: number): Step[] {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const key = () => pick(['a', 'b', 'h', 'l', 's', 'z', 'none']);
  const value = () =>
    pick<string | number | Buffer>(['x', '', '5', 7, 1.5, 'é', Buffer.from([0, 255]), 'x'.repeat(300)]);
  const command = () =>
    pick<readonly [string, Words]>([
      ...([
        ['get', [key()]],
        ['strlen', [key()]],
        ['type', [key()]],
        ['exists', [key(), key()]],
      ] as const),
      ...([
        ['set', [key(), value()]],
        ['set', [key(), value(), 'NX']],
        ['set', [key(), value(), 'GET']],
      ] as const),
      ...([
        ['setnx', [key(), value()]],
        ['setex', [key(), 100, value()]],
        ['getset', [key(), value()]],
      ] as const),
      ...([
        ['del', [key(), key()]],
        ['getdel', [key()]],
        ['unlink', [key()]],
        ['append', [key(), value()]],
      ] as const),
      ...([
        ['incr', [key()]],
        ['incrby', [key(), 3]],
        ['decrby', [key(), -2]],
        ['incrbyfloat', [key(), '1.5']],
      ] as const),
      ...([
        ['rename', [key(), key()]],
        ['renamenx', [key(), key()]],
        ['persist', [key()]],
        ['copy', [key(), key()]],
      ] as const),
      ...([
        ['mset', [key(), value(), key(), value()]],
        ['mget', [key(), key()]],
        ['setrange', [key(), 2, 'yz']],
      ] as const),
      ...([
        ['hset', ['h', 'f', value()]],
        ['hdel', ['h', 'f']],
        ['hgetall', ['h']],
        ['hincrby', ['h', 'n', 2]],
      ] as const),
      ...([
        ['lpush', ['l', value()]],
        ['rpop', ['l']],
        ['lrange', ['l', 0, -1]],
        ['lset', ['l', 0, 'w']],
      ] as const),
      ...([
        ['ltrim', ['l', 0, 1]],
        ['lrem', ['l', 0, 'x']],
        ['linsert', ['l', 'BEFORE', 'x', 'y']],
      ] as const),
      ...([
        ['sadd', ['s', 'm', value()]],
        ['srem', ['s', 'm']],
        ['scard', ['s']],
        ['smove', ['s', 'l', 'm']],
      ] as const),
      ...([
        ['zadd', ['z', 1, 'm', 2, 'n']],
        ['zincrby', ['z', 2, 'm']],
        ['zrange', ['z', 0, -1, 'WITHSCORES']],
      ] as const),
      ...([
        ['eval', ["return redis.call('set', KEYS[1], ARGV[1])", 1, key(), 'v']],
        ['eval', ['return 1', 0]],
      ] as const),
      ...([
        ['set', [key()]],
        ['nonsense', ['x']],
        ['incr', [key(), 'x']],
        ['publish', ['c', 'm']],
        ['ping', []],
      ] as const),
      ...([
        ['sort', ['l', 'ALPHA']],
        ['sort', ['l', 'ALPHA', 'STORE', 'b']],
        ['expire', [key(), 1_000]],
      ] as const),
    ]);
  return Array.from({ length: 4 + random(10) }, () => {
    const how = pick<How>([
      'method',
      'method',
      'method',
      'callback',
      'buffer',
      'call',
      'command',
      'pipeline',
      'multi',
      'collected',
    ]);
    return {
      commands: Array.from({ length: isBatch(how) ? 1 + random(4) : 1 }, command),
      how,
      together: random(3) === 0,
    };
  });
}

type Method = (...args: unknown[]) => Promise<unknown>;
const methodOf = (target: object, name: string): Method => {
  const own: unknown = Reflect.get(target, name);
  const call = (...args: unknown[]) => (Reflect.get(target, 'call') as Method).call(target, name, ...args);
  return typeof own === 'function' ? (own as Method).bind(target) : call;
};

async function answerOf(client: Redis, { commands, how }: Step): Promise<unknown> {
  const [[name, words]] = commands as [readonly [string, Words]];
  switch (how) {
    case 'method':
      return methodOf(client, name)(...words);
    case 'buffer':
      return methodOf(client, `${name}Buffer` in client ? `${name}Buffer` : name)(...words);
    case 'call':
      return client.call(name, ...(words as string[]));
    case 'command': {
      const command = new Command(name, words as string[], { replyEncoding: 'utf8' });
      client.sendCommand(command);
      return command.promise;
    }
    case 'callback':
      return new Promise((resolve, reject) => {
        methodOf(client, name)(...words, (error: Error | null, reply: unknown) =>
          error ? reject(error) : resolve(reply),
        );
      });
    case 'pipeline':
    case 'multi': {
      const batch = client[how]();
      for (const [one, given] of commands) methodOf(batch, one)(...given);
      return (await batch.exec())?.map(([error, reply]) => error?.message ?? reply);
    }
    case 'collected': {
      const begun: Promise<unknown> = client.multi({ pipeline: false });
      const queued = commands.map(([one, given]) => methodOf(client, one)(...given).catch((error) => error.message));
      const executed = client.exec();
      const settled = executed.then((all) => all?.map(([error, reply]) => error?.message ?? reply));
      return [await begun, await Promise.all(queued), await settled];
    }
  }
}

async function run(client: Redis, steps: readonly Step[]) {
  // Before it is connected, ioredis itself sends a transaction in another order than it was called.
  await client.ping();
  // The answer of a command shows which ones ran before it; callbacks and promises settle at times of their own.
  const seen: [number, unknown][] = [];
  let waiting: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    if (!step.together) {
      await Promise.all(waiting);
      waiting = [];
    }
    const told = (answer: unknown) => seen.push([index, answer]);
    waiting.push(answerOf(client, step).then(told, ({ name, message }) => told({ name, message })));
  }
  await Promise.all(waiting);
  return { seen: seen.sort(([a], [b]) => a - b), held: await everything() };
}

async function everything(): Promise<unknown[]> {
  const keys = (await admin.keys('*')).sort();
  const read = async (key: string) => {
    const type = await admin.type(key);
    if (type === 'string') return admin.getBuffer(key);
    if (type === 'hash') return admin.hgetallBuffer(key);
    if (type === 'list') return admin.lrangeBuffer(key, 0, -1);
    if (type === 'set') return (await admin.smembers(key)).sort();
    return admin.zrange(key, 0, -1, 'WITHSCORES');
  };
  return Promise.all(keys.map(async (key) => [key, await read(key), (await admin.ttl(key)) > 0]));
}

async function prepare(): Promise<void> {
  await admin.flushall();
  await admin.mset('a', '5', 'b', 'text');
  await Promise.all([
    admin.hset('h', 'f', '1'),
    admin.rpush('l', 'x', 'y'),
    admin.sadd('s', 'm'),
    admin.zadd('z', 1, 'm'),
  ]);
}

describe('a program of commands', () => {
  it.each(seeds.starts)('from seed %i on has the same effects and answers bare and wrapped', async (start) => {
    for (const seed of seeds.from(start)) {
      const program = programOf(seed);
      const [bare, raw] = [new Redis(server.port), new Redis(server.port)];
      await prepare();
      const expected = await run(bare, program);
      await prepare();
      const wrapped = wrapRecorded(raw, new RecordingGate(), { connector: 'redis' });
      const actual = await run(wrapped, program);
      bare.disconnect();
      raw.disconnect();
      expect({ seed, program, ...actual }).toEqual({ seed, program, ...expected });
    }
  });

  it.each(seeds.starts)('from seed %i on changes nothing when everything is blocked', async (start) => {
    for (const seed of seeds.from(start)) {
      await prepare();
      const before = await everything();
      const raw = new Redis(server.port);
      const { held } = await run(wrapRecorded(raw, blockingGate(), { connector: 'redis' }), programOf(seed));
      raw.disconnect();
      expect({ seed, held }).toEqual({ seed, held: before });
    }
  });
});
