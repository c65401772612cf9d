import { Cluster, Command, Redis } from 'ioredis';
import { unique } from '../../../test/support/client.js';
import { startRedis } from '../../../test/support/redis.mjs';
import { type Governance, newGovernance } from '../support/governance.js';

let server: Awaited<ReturnType<typeof startRedis>>;
let bare: Redis;
const opened: Redis[] = [];

beforeAll(async () => {
  server = await startRedis();
  bare = new Redis(server.port);
});

afterEach(() => {
  for (const client of opened.splice(0)) client.disconnect();
});

afterAll(async () => {
  bare.disconnect();
  await server.stop();
});

function newClient(options: object = {}): Redis {
  const client = new Redis(server.port, options);
  opened.push(client);
  return client;
}

async function setup({ client = {}, ...options }: Record<string, unknown> = {}, given?: Governance) {
  const values = { url: server.url };
  const governance = given ?? (await newGovernance({ credentials: { connector: 'redis', values } }));
  return { ...governance, wrapped: governance.wrap(newClient(client as object), { connector: 'redis', ...options }) };
}

const refused = expect.objectContaining({ code: 'ungoverned-call' });

describe('a wrapped Redis of ioredis', () => {
  it('reads, scans and pipelines reads as it does by itself, and records none of that', async () => {
    const { wrapped, actions } = await setup();
    const key = unique('read');
    await bare.mset({ [`${key}:1`]: 'a', [`${key}:2`]: 'b' });
    const results = [];
    for (const client of [bare, wrapped]) {
      const scanned: string[] = [];
      for await (const found of client.scanStream({ match: `${key}:*` })) scanned.push(...found);
      const called = await new Promise((resolve) => client.get(`${key}:1`, (...given) => resolve(given)));
      results.push([
        scanned.sort(),
        called,
        await client.getBuffer(`${key}:1`),
        await client.call('GET', `${key}:2`),
        await client.sendCommand(new Command('get', [`${key}:2`], { replyEncoding: 'utf8' })),
        await client.pipeline().get(`${key}:1`).call('strlen', `${key}:1`).exec(),
        await client.pipeline([['get', `${key}:1`]]).exec(),
        await client.multi().mget(`${key}:1`, `${key}:2`).exec(),
        await client.object('ENCODING', `${key}:1`),
        await client.get(key, null as never).catch((error: Error) => error.message),
      ]);
    }
    expect(results[1]).toEqual(results[0]);
    expect(wrapped).toBeInstanceOf(Redis);
    expect(wrapped.set).toBe(wrapped.set);
    expect(await actions()).toEqual([]);
  });

  it('asks for what writes in every style, and answers and fails as it does by itself', async () => {
    const { wrapped, actions } = await setup();
    const results = [];
    const key = unique('write');
    for (const client of [bare, wrapped]) {
      await bare.del(key, `${key}:h`);
      const order: unknown[] = [];
      const called = new Promise((resolve) => {
        client.set(key, 'by callback', (...given) => {
          order.push('called');
          resolve(given);
        });
        order.push('returned');
      });
      results.push([
        await called,
        order,
        await client.set(key, 5, 'EX', 100),
        await client.setBuffer(key, Buffer.from('bytes'), 'GET'),
        await client.call('SET', key, 'named', 'NX'),
        await client.sendCommand(new Command('set', [key, 'sent'], { replyEncoding: 'utf8' })),
        await client.hset(`${key}:h`, { a: 1, b: '2' }),
        await client.expire(key, 100),
        await client.incr(key).catch(({ name, message }: Error) => ({ name, message })),
        await client.rpush(`${key}:h`, 'x').catch(({ message }: Error) => message),
        await client.del([key, `${key}:h`]),
      ]);
    }
    expect(results[1]).toEqual(results[0]);
    const all = await actions();
    expect(all.map(({ apiName, payload, status }) => [apiName.slice('redis.'.length), payload, status])).toEqual([
      ['keys.set', { key, value: 'by callback' }, 'SUCCESS'],
      ['keys.set', { key, value: '5', seconds: 100 }, 'SUCCESS'],
      ['keys.set', { key, value: 'bytes', options: ['GET'] }, 'SUCCESS'],
      ['keys.set', { key, value: 'named', options: ['NX'] }, 'SUCCESS'],
      ['keys.set', { key, value: 'sent' }, 'SUCCESS'],
      ['hashes.set', { key: `${key}:h`, fields: { a: '1', b: '2' } }, 'SUCCESS'],
      ['keys.expire', { key, at: expect.any(Number) }, 'SUCCESS'],
      ['commands.execute', { command: 'incr', args: [key] }, 'FAILED'],
      ['commands.execute', { command: 'rpush', args: [`${key}:h`, 'x'] }, 'FAILED'],
      ['keys.del', { keys: [key, `${key}:h`] }, 'SUCCESS'],
    ]);
    expect(all.filter(({ snapshot }) => snapshot?.captureFailed).map(({ apiName }) => apiName)).toEqual([]);
  });

  it('sends nothing that a policy blocks, scripts among it', async () => {
    const { wrapped, policy, actions } = await setup();
    await policy('redis.*', 'BLOCK');
    const key = unique('blocked');
    wrapped.defineCommand('overwrite', { numberOfKeys: 1, lua: "return redis.call('set', KEYS[1], ARGV[1])" });
    wrapped.addBuiltinCommand('lpush');
    const script = (wrapped as unknown as { overwrite(...args: string[]): Promise<unknown> }).overwrite;
    for (const call of [
      () => wrapped.set(key, 'x'),
      () => wrapped.call('set', key, 'x'),
      () => wrapped.callBuffer('SET', key, 'x'),
      () => wrapped.sendCommand(new Command('SET', [key, 'x'])) as Promise<unknown>,
      () => wrapped.incr(key),
      () => wrapped.lpush(key, 'x'),
      () => wrapped.eval("return redis.call('set', KEYS[1], 'x')", 1, key),
      () => script(key, 'x'),
      () => wrapped.sort(key, 'STORE', `${key}:sorted`),
      () => wrapped.flushall(),
      () => wrapped.publish('channel', 'x'),
      () => wrapped.config('SET', 'maxmemory', '0'),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'policy-blocked' });
    }
    const told = await new Promise((resolve) => void wrapped.set(key, 'x', resolve).catch(() => undefined));
    expect(told).toMatchObject({ code: 'policy-blocked' });
    expect(await bare.exists(key)).toBe(0);
    expect((await actions()).map(({ status }) => status)).toEqual(Array(13).fill('BLOCKED'));
  });

  it('refuses what goes round the gate, and sends nothing of it', async () => {
    const { wrapped, actions } = await setup();
    const key = unique('round');
    for (const way of [
      () => wrapped.pipeline().get(key).set(key, 'x'),
      () => wrapped.pipeline().call('set', key, 'x'),
      () =>
        wrapped.pipeline([
          ['get', key],
          ['set', key, 'x'],
        ]),
      () => wrapped.multi().incr(key),
      () => wrapped.multi([['set', key, 'x']]),
      () => wrapped.multi({ pipeline: false }),
      () => wrapped.call('multi'),
      () => wrapped.duplicate(),
      () => wrapped.defineCommand('get', { numberOfKeys: 1, lua: "return redis.call('del', KEYS[1])" }),
      () => wrapped.select(1),
      () => wrapped.createBuiltinCommand('set'),
    ]) {
      expect(way).toThrow(refused);
    }
    const { redis } = wrapped.pipeline() as unknown as { redis: unknown };
    expect(redis).toBe(wrapped);
    expect(await bare.exists(key)).toBe(0);
    expect(await actions()).toEqual([]);
    const { wrap } = await newGovernance();
    const scripts = { strlen: { numberOfKeys: 1, lua: "return redis.call('del', KEYS[1])" } };
    expect(() => wrap(newClient({ scripts }), { connector: 'redis' })).toThrow(/a script of the name 'strlen'/);
    const cluster = new Cluster([server.port], { lazyConnect: true });
    expect(() => wrap(cluster, { connector: 'redis' })).toThrow(/a Cluster cannot be governed/);
    cluster.disconnect();
  });

  it('listens to channels as it does by itself', async () => {
    const { wrapped } = await setup();
    const channel = unique('channel');
    const heard = new Promise((resolve) => wrapped.on('message', (...given) => resolve(given)));
    expect(await wrapped.subscribe(channel)).toBe(1);
    await bare.publish(channel, 'hello');
    expect(await heard).toEqual([channel, 'hello']);
    await wrapped.unsubscribe(channel);
  });

  it('runs what was approved, with the keys its prefix makes, and is undone', async () => {
    const prefix = `${unique('app')}:`;
    const setting = { client: { keyPrefix: prefix }, requiresApproval: ['keys.set', 'keys.expire'] };
    const { wrapped, approve, session } = await setup(setting);
    await bare.set(`${prefix}old`, 'before');
    await bare.hset(`${prefix}hash`, { a: '1' });
    for (const call of [() => wrapped.set('old', 'agent'), () => wrapped.call('set', 'new', 'agent')]) {
      const setting = call();
      await approve((payload) => ({ ...payload, value: 'approved' }));
      expect(await setting).toBe('OK');
    }
    const at = Date.now() + 600_000;
    const expiring = wrapped.expire('old', 60);
    await approve((payload) => ({ ...payload, at }));
    expect(await expiring).toBe(1);
    await wrapped.hset('hash', { a: '2', b: '3' });
    const once = wrapped.set('once', 'agent', 'NX');
    await approve();
    expect(await once).toBe('OK');
    const kept = wrapped.set('old', 'agent', 'NX');
    await approve();
    expect(await kept).toBeNull();
    expect(await bare.mget(`${prefix}old`, `${prefix}new`)).toEqual(['approved', 'approved']);
    expect(await bare.pexpiretime(`${prefix}old`)).toBe(at);
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bare.mget(`${prefix}old`, `${prefix}new`)).toEqual(['before', null]);
    expect(await bare.pttl(`${prefix}old`)).toBe(-1);
    expect(await bare.hgetall(`${prefix}hash`)).toEqual({ a: '1' });
    expect(await bare.exists(`${prefix}once`)).toBe(0);
  });

  it('lets what is in flight end before it quits or disconnects', async () => {
    const key = unique('ending');
    for (const end of ['quit', 'disconnect'] as const) {
      const { wrapped } = await setup();
      const call = wrapped.set(key, end);
      await wrapped[end]();
      expect(await call).toBe('OK');
      expect(await bare.get(key)).toBe(end);
    }
  });

  it('does nothing for a test key, and answers what Redis might', async () => {
    const { wrapped } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const key = unique('simulated');
    expect(await wrapped.set(key, 'x')).toBe('OK');
    expect(await wrapped.del(key, 'other')).toBe(2);
    expect(await bare.exists(key)).toBe(0);
  });
});
