import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { ConnectorContext, JsonObject } from '../../../../src/connectors/connector.js';
import { roundTrip } from '../../../../src/connectors/connector.testkit.js';
import { redis } from '../../../../src/connectors/redis/redis.connector.js';
import { eventually, patience } from '../../../support/patience.mjs';
import { startRedis } from '../../../support/redis.mjs';

let server: Awaited<ReturnType<typeof startRedis>>;
let agent: Redis;
let other: Redis;
let context: ConnectorContext;
let runId: string;

beforeAll(async () => {
  server = await startRedis(undefined, 'secret');
  agent = new Redis({ host: '127.0.0.1', port: server.port, password: 'secret' });
  other = new Redis({ host: '127.0.0.1', port: server.port, password: 'secret', db: 1 });
  runId = /^run_id:(\w+)/m.exec(await agent.info('server'))?.[1] ?? '';
  context = {
    credentials: { url: `redis://:secret@127.0.0.1:${server.port}` },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  };
});
afterAll(async () => {
  agent.disconnect();
  other.disconnect();
  await server.stop();
});
beforeEach(async () => {
  await agent.flushall();
  for (const client of [agent, other]) {
    await client.mset('secret', 'of a person', 'secret2', 'of a person', 'a', 'of a person', 'b', 'of a person');
    await client.hset('hash', 'a', 'of a person', 'b', 'of a person');
  }
});

/** Returns everything in both databases. */
async function all() {
  const found: unknown[] = [];
  for (const client of [agent, other])
    for (const key of (await client.keys('*')).sort())
      found.push([key, key === 'hash' ? await client.hgetall(key) : await client.get(key)]);
  return found;
}

const place = () => ({ server: runId, database: 0 });

/** Keys that a pattern, a line of the protocol, a cluster, a path or an object reads as something else. */
const KEYS = [
  ...['*', 'sec*', 'secre?', 's[e]cret', '\\*', 'secret\\', '{secret}', '{secret}2', '{}secret', '{', 'a{b}c{d}'],
  ...[
    'secret\r\nDEL secret2',
    '\r\n',
    '\n',
    ' ',
    'a b',
    "a' b",
    '"secret"',
    '$6\r\nsecret\r\n',
    '*1\r\n$8\r\nFLUSHALL\r\n',
  ],
  ...['1:secret', 'db1/secret', '/1/secret', '../secret', 'secret\u0000', '\u0000', 'ѕecret', 'se\u0301cret', 'Secret'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'secret?db=1', '%2a', 'x'.repeat(10_000), '💥'],
];

describe('A key of Redis', () => {
  it.each(KEYS)('is the one that the payload names: %j is set and restored, and no other', async (key) => {
    const trip = { connector: redis, context, state: all };
    await roundTrip({
      ...trip,
      apiName: 'redis.keys.set',
      payload: { key, value: 'of the agent', place: place() },
      act: () => agent.set(key, 'of the agent'),
    });
    await roundTrip({
      ...trip,
      apiName: 'redis.keys.setMany',
      payload: JSON.parse(JSON.stringify({ values: Object.fromEntries([[key, 'of the agent']]), place: place() })),
      act: () => agent.mset(key, 'of the agent'),
    });
    await agent.set(key, 'of a person');
    await roundTrip({
      ...trip,
      apiName: 'redis.keys.del',
      payload: { keys: [key], place: place() },
      act: () => agent.del(key),
    });
  });

  it.each(KEYS)('may be a field of a hash as well: %j', async (field) => {
    const named = { connector: redis, context, state: all };
    await roundTrip({
      ...named,
      apiName: 'redis.hashes.set',
      payload: JSON.parse(
        JSON.stringify({ key: 'hash', fields: Object.fromEntries([[field, 'of the agent']]), place: place() }),
      ),
      act: () => agent.hset('hash', field, 'of the agent'),
    });
  });

  it.each(KEYS)('%j is nothing to take away for an agent that reports what it never did', async (key) => {
    await agent.set(key, 'of a person');
    const payload: JsonObject = { key, value: 'of the agent', place: place() };
    const captured = await redis.capture({ apiName: 'redis.keys.set', payload }, context);
    if (!captured.captured) throw new Error(captured.reason);
    const before = await all();
    const effect = { apiName: 'redis.keys.set', payload, response: 'OK', snapshot: captured.content };
    const { outcome } = await redis.undo(effect, 'skip', context);
    expect([outcome, await all()]).toEqual([outcome, before]);
  });

  it.each([[{ database: 1 }], [{ database: 15 }], [{ database: 1, server: 'another' }]])(
    'of another database is not captured: %j',
    async (sentTo) => {
      const payload = { key: 'secret', value: 'of the agent', place: { server: runId, ...sentTo } };
      const captured = await redis.capture({ apiName: 'redis.keys.set', payload }, context);
      expect(captured).toMatchObject({ captured: false, reason: expect.stringContaining('another database') });
    },
  );

  it.each(['1.5', '-1', '1e0', '0x1', 'x', ' ', '1/2', '1/../2', '99999999999'])(
    'is not captured when the credential names no database: %j',
    async (database) => {
      const url = `redis://:secret@127.0.0.1:${server.port}/${encodeURI(database)}`;
      const payload = { key: 'secret', value: 'of the agent' };
      const captured = await redis.capture(
        { apiName: 'redis.keys.set', payload },
        { ...context, credentials: { url } },
      );
      expect([database, captured.captured]).toEqual([database, database === '1/../2']);
    },
  );
});

describe("A database that the credential's user may not choose", () => {
  it('is not replaced by another one, in which the server would leave the connection', async () => {
    await agent.call('ACL', 'SETUSER', 'limited', 'on', '>word', '~*', '+@all', '-select');
    const payload = { key: 'secret', value: 'of the agent' };
    for (const [database, isCaptured] of [
      ['', true],
      ['/0', true],
      ['/1', false],
    ] as const) {
      const url = `redis://limited:word@127.0.0.1:${server.port}${database}`;
      const found = await redis.capture({ apiName: 'redis.keys.set', payload }, { ...context, credentials: { url } });
      expect([database, found.captured]).toEqual([database, isCaptured]);
    }
  });
});

describe('A key of a cluster', () => {
  it('is captured on the server that holds it, and no redirection to another one is followed', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'backstop-cluster-'));
    const settings = ['--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no', '--dir', dir];
    const { port, stop } = await startRedis(undefined, 'secret', settings);
    const client = new Redis({ host: '127.0.0.1', port, password: 'secret' });
    try {
      await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '8191');
      const credentials = { url: `redis://:secret@127.0.0.1:${port}` };
      const isCaptured = async (values: Record<string, string>) =>
        (await redis.capture({ apiName: 'redis.keys.setMany', payload: { values } }, { ...context, credentials }))
          .captured;
      const isUp = async () => /cluster_state:ok/.test(String(await client.call('CLUSTER', 'INFO')));
      expect(await eventually(isUp)).toBe(true);
      // `b` is in the slot 3300, `a` in 15495; the text within braces decides the slot of a key.
      expect(await isCaptured({ b: '1' })).toBe(true);
      expect(await isCaptured({ '{b}a': '1', 'a{b}': '1' })).toBe(true);
      expect(await isCaptured({ a: '1' })).toBe(false);
      expect(await isCaptured({ '{a}b': '1' })).toBe(false);
      expect(await isCaptured({ b: '1', '{a}b': '1' })).toBe(false);
    } finally {
      client.disconnect();
      await stop();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
