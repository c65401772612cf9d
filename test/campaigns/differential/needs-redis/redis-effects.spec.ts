import { createHash } from 'node:crypto';
import { Command, Redis } from 'ioredis';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { startRedis } from '../../../support/redis.mjs';
import { randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';

/**
 * Random commands of Redis that look like reads run in a session that blocks everything: the server's content does not
 * change.
 */
const seeds = seedsOf(20, 10);
const COMMANDS = 40;

/** They end the connection or the server, wait for something, or make the connection one that only listens. */
const ENDING = new Set(
  `shutdown quit reset sync psync replconf monitor subscribe psubscribe ssubscribe debug wait waitaof failover hello auth
   replicaof slaveof client blpop brpop brpoplpush blmove blmpop bzpopmin bzpopmax bzmpop xread xreadgroup cluster asking
   readonly readwrite pfselftest sentinel module save bgsave bgrewriteaof restore-asking select swapdb acl latency`.split(
    /\s+/,
  ),
);

let server: Awaited<ReturnType<typeof startRedis>>;
let admin: Redis;
let names: string[];
beforeAll(async () => {
  server = await startRedis();
  admin = new Redis(server.port);
  const all = (await admin.call('COMMAND')) as [string][];
  // A server lists its commands in an order of its own; a seed means the same commands on each.
  names = all
    .map(([name]) => name.toLowerCase())
    .filter((name) => !ENDING.has(name))
    .sort();
});
afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

const KEYS = ['a', 'b', 'h', 'l', 's', 'z', 'x', 'g', 'none'];
const LUA = "return redis.call('SET', 'made', 1)";
const WORDS = [
  ...['0', '1', '-1', '2', '10', 'f', 'm', '*', '+', '-', '(1', '[a', '$', '>', '', 'é'],
  ...[
    'STORE',
    'STOREDIST',
    'GET',
    'SET',
    'EX',
    'PX',
    'PERSIST',
    'WITHSCORES',
    'LIMIT',
    'BY',
    'ALPHA',
    'DESC',
    'COUNT',
    'MATCH',
  ],
  ...[
    'KEYS',
    'IDLETIME',
    'ENCODING',
    'USAGE',
    'INCRBY',
    'OVERFLOW',
    'u8',
    'WRAP',
    'LOAD',
    'FLUSH',
    'STREAMS',
    'CREATE',
    'MKSTREAM',
  ],
  ...[
    'FROMMEMBER',
    'BYRADIUS',
    'km',
    'm',
    'ASC',
    'LEFT',
    'RIGHT',
    'CH',
    'NX',
    'SETINFO',
    'RESETSTAT',
    'maxmemory',
    'HELP',
    LUA,
  ],
];

function wordsOf(random: (below: number) => number): string[] {
  const pick = (items: readonly string[]): string => items[random(items.length)] ?? '';
  return Array.from({ length: random(7) }, (_, index) => pick(index === 0 || random(3) === 0 ? KEYS : WORDS));
}

/** Commands that look like reads by their names and have an effect. */
const DRESSED: readonly (readonly string[])[] = [
  ['sort', 'l', 'ALPHA', 'STORE', 'made'],
  ['georadius', 'g', '1', '1', '900', 'km', 'STORE', 'made'],
  ['georadiusbymember', 'g', 'm', '1', 'km', 'storedist', 'made'],
  ['getex', 'a', 'EX', '100'],
  ['getdel', 'a'],
  ['getset', 'a', 'b'],
  ['bitfield', 'a', 'GET', 'u8', '0', 'SET', 'u8', '0', '1'],
  ['eval', LUA, '0'],
  ['eval_ro', LUA, '0'],
  ['evalsha', 'nope', '0'],
  ['script', 'LOAD', LUA],
  ['function', 'LOAD', '#!lua name=made\nredis.register_function("made", function() return 1 end)'],
  ['config', 'SET', 'maxmemory-samples', '7'],
  ['config', 'RESETSTAT'],
  ['memory', 'PURGE'],
  ['xgroup', 'CREATE', 'x', 'made', '$', 'MKSTREAM'],
  ['xautoclaim', 'x', 'group', 'me', '0', '0'],
  ['spop', 's'],
  ['copy', 'a', 'made'],
  ['object', 'FREQ', 'a'],
  ['set', 'a', 'x', 'GET'],
  ['lmpop', '1', 'l', 'LEFT'],
  ['hgetdel', 'h', 'FIELDS', '1', 'f'],
  ['hgetex', 'h', 'EX', '9', 'FIELDS', '1', 'f'],
  ['pfcount', 'a', 'b'],
  ['publish', 'news', 'x'],
  ['slowlog', 'RESET'],
];

type Method = (...args: unknown[]) => Promise<unknown>;
const ODD = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name}`,
  (name: string) => `${name}Buffer`,
];

/** Sends a command in each way that ioredis has. */
async function send(
  client: Redis,
  name: string,
  words: readonly unknown[],
  way: number,
  odd: number,
): Promise<unknown> {
  const spelt = ODD[odd]?.(name) ?? name;
  const call = Reflect.get(client, 'call') as Method;
  const own: unknown = Reflect.get(client, spelt);
  switch (way) {
    case 0:
      return typeof own === 'function' ? (own as Method).call(client, ...words) : call.call(client, spelt, ...words);
    case 1:
      return call.call(client, spelt, ...words);
    case 2:
      return call.call(client, spelt, words);
    case 3: {
      const command = new Command(spelt, words as string[], { replyEncoding: 'utf8' });
      client.sendCommand(command);
      return command.promise;
    }
    case 4:
      return client
        .pipeline([
          ['get', 'a'],
          [spelt, ...words],
        ] as string[][])
        .exec();
    case 5:
      return client.multi([[spelt, ...words]] as string[][]).exec();
    case 6: {
      const batch = client.pipeline();
      Reflect.apply(batch.call as (...given: unknown[]) => unknown, batch, [spelt, ...words]);
      return batch.exec();
    }
    default:
      client.defineCommand('get', { numberOfKeys: 0, lua: LUA });
      return client.get('a');
  }
}

async function everything(): Promise<unknown> {
  const keys = (await admin.keys('*')).sort();
  const held = await Promise.all(
    keys.map(async (key) => [key, await admin.dumpBuffer(key), (await admin.pttl(key)) > 0]),
  );
  return {
    held,
    size: await admin.dbsize(),
    config: await admin.config('GET', '*'),
    functions: await admin.call('FUNCTION', 'LIST'),
    scripts: await admin.script('EXISTS', createHash('sha1').update(LUA).digest('hex')),
    groups: await admin.xinfo('GROUPS', 'x'),
  };
}

async function prepare(): Promise<void> {
  await admin.flushall();
  await admin.mset('a', '5', 'b', 'text');
  await admin.hset('h', 'f', '1');
  await admin.rpush('l', 'x', 'y');
  await admin.sadd('s', 'm');
  await admin.zadd('z', 1, 'm');
  await admin.geoadd('g', 1, 1, 'm');
  // SORT, a read, turns a small sorted set into another encoding of the same content, which a dump shows.
  await Promise.all(['z', 'g'].map((key) => admin.sort(key, 'ALPHA')));
  await admin.xadd('x', '1-1', 'f', 'v');
  await admin.xgroup('CREATE', 'x', 'group', '0');
}

async function run(seed: number, isGoverned: boolean): Promise<string[]> {
  const random = randomOf(seed);
  const raw = new Redis(server.port, { commandTimeout: 1_000, maxRetriesPerRequest: 0 });
  raw.on('error', () => undefined);
  await raw.ping();
  const client = isGoverned ? wrapRecorded(raw, blockingGate(), { connector: 'redis' }) : raw;
  const ran: string[] = [];
  for (let count = 0; count < COMMANDS; count += 1) {
    const dressed = DRESSED[random(2) === 0 ? random(DRESSED.length) : DRESSED.length];
    const [name = '', ...words] = dressed ?? [names[random(names.length)] ?? '', ...wordsOf(random)];
    const given = random(5) === 0 ? words.map((word) => Buffer.from(word)) : words;
    const [way, odd] = [random(8), random(5) === 0 ? random(ODD.length) : 0];
    const sent = (async () => send(client, name, random(6) === 0 ? [given] : given, way, odd))();
    await sent.then(
      () => ran.push(`${way} ${odd} ${name} ${words.join(' ')}`),
      () => undefined,
    );
  }
  raw.disconnect();
  return ran;
}

describe('commands that look like reads of Redis', () => {
  it.each(seeds.starts)('from seed %i on change nothing when everything is blocked', async (start) => {
    await prepare();
    const before = await everything();
    for (const seed of seeds.from(start)) {
      const ran = await run(seed, true);
      expect({ seed, ran, after: await everything() }).toEqual({ seed, ran, after: before });
    }
  });

  it('change something when they are not governed, and some of them run when they are', async () => {
    await prepare();
    const before = await everything();
    expect((await run(0, true)).length).toBeGreaterThan(0);
    expect(await everything()).toEqual(before);
    await run(0, false);
    expect(await everything()).not.toEqual(before);
    await admin.function('FLUSH');
    await admin.script('FLUSH');
  });
});
