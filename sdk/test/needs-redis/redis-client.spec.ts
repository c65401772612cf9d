import { randomUUID } from 'node:crypto';
import { Cluster, Command, Redis } from 'ioredis';
import { unique } from '../../../test/support/client.js';
import { rollBack } from '../../../test/support/roll-back.js';
import type { JsonObject } from '../../src/json.js';
import { newGovernance } from '../support/governance.js';
import { bare, newClient, refused, server, setup } from './clients.js';

/** Returns a payload without the address of the client's server. */
const said = ({ place: _, ...payload }: Record<string, unknown>) => payload;

describe('a wrapped Redis of ioredis', () => {
  it('reads, scans and pipelines reads as the bare client does, and records none of these calls', async () => {
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

  it('asks for what writes in every style, and answers and fails as the bare client does', async () => {
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
    const runId = /^run_id:(\w+)/m.exec(await bare.info('server'))?.[1];
    const address = `localhost:${server.port}`;
    for (const { payload } of all) expect(payload.place).toMatchObject({ address, database: 0 });
    expect(all.at(-1).payload.place).toEqual({ address, database: 0, server: runId });
    expect(all.map(({ apiName, payload, status }) => [apiName.slice('redis.'.length), said(payload), status])).toEqual([
      ['keys.set', { key, value: 'by callback' }, 'SUCCESS'],
      ['keys.set', { key, value: '5', seconds: 100 }, 'SUCCESS'],
      ['keys.set', { key, value: 'bytes', options: ['GET'] }, 'SUCCESS'],
      ['keys.set', { key, value: 'named', options: ['NX'] }, 'SUCCESS'],
      ['keys.set', { key, value: 'sent' }, 'SUCCESS'],
      ['hashes.set', { key: `${key}:h`, fields: { a: '1', b: '2' } }, 'SUCCESS'],
      ['keys.expire', { key, at: expect.any(Number) }, 'SUCCESS'],
      ['numbers.increment', { key, by: '1' }, 'FAILED'],
      ['lists.push', { key: `${key}:h`, values: ['x'], end: 'right' }, 'FAILED'],
      ['keys.del', { keys: [key, `${key}:h`] }, 'SUCCESS'],
    ]);
    const uncaptured = all.filter(({ snapshot }) => snapshot?.captureFailed).map(({ apiName }) => apiName);
    expect(uncaptured).toEqual(['redis.lists.push']);
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

  it('refuses what bypasses the gate, and sends nothing', async () => {
    const { wrapped, actions } = await setup();
    const key = unique('round');
    for (const way of [
      () => (wrapped.pipeline() as unknown as Redis).multi(),
      () => wrapped.pipeline([['select', 1]]),
      () => wrapped.multi().call('exec'),
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

  const BATCHES: [string, 'pipeline' | 'multi'][] = [
    ['pipeline', 'pipeline'],
    ['transaction', 'multi'],
  ];

  it.each(BATCHES)(
    'asks for each command of a %s, sends them as one, and answers as the bare client does',
    async (_, kind) => {
      const { wrapped, actions, session } = await setup();
      const results = [];
      const [theirs, ours] = [unique('batch'), unique('batch')];
      for (const [client, key] of [
        [bare, theirs],
        [wrapped, ours],
      ] as const) {
        const batch = client[kind]()
          .incr(key)
          .expire(key, 100)
          .get(key)
          .hset(`${key}:h`, { a: '1' })
          .hset(`${key}:h`, 'b', '2');
        results.push([
          (
            await batch
              .lpush(key, 'x')
              .rpush(`${key}:l`, randomUUID(), randomUUID())
              .set(`${key}:t`, 'v', 'EX', 100)
              .persist(`${key}:t`)
              .exec()
          )?.map(([error, reply]) => error?.message ?? reply),
          await new Promise((resolve) =>
            client[kind]([
              ['incrby', key, '5'],
              ['zadd', `${key}:z`, '1', 'a'],
            ]).exec((...given) => resolve(given)),
          ),
          await client[kind]().get(key).exec(),
        ]);
      }
      expect(results[1]).toEqual(results[0]);
      const all = await actions();
      expect(all.map(({ apiName, status }) => [apiName.slice('redis.'.length), status])).toEqual([
        ['numbers.increment', 'SUCCESS'],
        ['keys.expire', 'SUCCESS'],
        ['hashes.set', 'SUCCESS'],
        ['hashes.set', 'SUCCESS'],
        ['lists.push', 'FAILED'],
        ['lists.push', 'SUCCESS'],
        ['keys.set', 'SUCCESS'],
        ['keys.persist', 'SUCCESS'],
        ['numbers.increment', 'SUCCESS'],
        ['sortedSets.add', 'SUCCESS'],
      ]);
      await bare.hset(`${ours}:h`, 'theirs', '3');
      expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
      expect(await bare.exists(ours, `${ours}:l`, `${ours}:z`, `${ours}:t`)).toBe(0);
      expect(await bare.hgetall(`${ours}:h`)).toEqual({ theirs: '3' });
    },
  );

  it.each(BATCHES)('sends no command of a %s if a policy blocks one of them', async (_, kind) => {
    const { wrapped, policy, actions } = await setup();
    await policy('redis.keys.del', 'BLOCK');
    const key = unique('batch');
    const batch = wrapped[kind]().set(key, 'x').incr(`${key}:n`).del(`${key}:old`).sadd(`${key}:s`, 'a');
    await expect(batch.exec()).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(await bare.exists(key, `${key}:n`, `${key}:s`)).toBe(0);
    expect((await actions()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'BLOCKED']);
  });

  it('records that a transaction did not run because a watched key was changed', async () => {
    const { wrapped, actions, session } = await setup();
    const key = unique('watched');
    await wrapped.watch(key);
    await bare.set(key, 'theirs');
    expect(await wrapped.multi().set(key, 'x').exec()).toBeNull();
    expect((await actions()).map(({ status }) => status)).toEqual(['FAILED']);
    await expect(session.rollback()).rejects.toMatchObject({ status: 409 });
    expect(await bare.get(key)).toBe('theirs');
  });

  it('listens to channels as the bare client does', async () => {
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
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bare.mget(`${prefix}old`, `${prefix}new`)).toEqual(['before', null]);
    expect(await bare.pttl(`${prefix}old`)).toBe(-1);
    expect(await bare.hgetall(`${prefix}hash`)).toEqual({ a: '1' });
    expect(await bare.exists(`${prefix}once`)).toBe(0);
  });

  it('undoes commands of every type, one after the other on the same keys', async () => {
    const { wrapped, actions, session } = await setup();
    const key = unique('types');
    await bare.mset({ [`${key}:n`]: '5', [`${key}:t`]: 'text' });
    await bare.hset(`${key}:h`, { a: '1', b: 'x' });
    await bare.rpush(`${key}:l`, 'a', 'b', 'c');
    await bare.sadd(`${key}:s`, 'a', 'b');
    await bare.zadd(`${key}:z`, 1, 'a', 2, 'b');
    const keys = ['n', 't', 'h', 'l', 's', 'z', 'u'].map((name) => `${key}:${name}`);
    const seen = async () => [
      await bare.mget(`${key}:n`, `${key}:t`),
      Object.entries(await bare.hgetall(`${key}:h`)).sort(),
      await bare.lrange(`${key}:l`, 0, -1),
      (await bare.smembers(`${key}:s`)).sort(),
      await bare.zrange(`${key}:z`, 0, -1, 'WITHSCORES'),
      await Promise.all(keys.map((one) => bare.pexpiretime(one))),
    ];
    const before = await seen();
    await wrapped.incr(`${key}:n`);
    await wrapped.decrby(`${key}:n`, 3);
    await wrapped.incrbyfloat(`${key}:n`, 1.5);
    await wrapped.mset({ [`${key}:t`]: 'other', [`${key}:u`]: 'new' });
    await wrapped.hincrby(`${key}:h`, 'a', 4);
    await wrapped.hdel(`${key}:h`, 'b');
    await wrapped.hsetnx(`${key}:h`, 'c', 'new');
    const [x, y, z] = [randomUUID(), randomUUID(), randomUUID()];
    await wrapped.lpush(`${key}:l`, x, y);
    await wrapped.rpop(`${key}:l`, 2);
    await wrapped.lrem(`${key}:l`, 0, 'a');
    await wrapped.lset(`${key}:l`, 0, z);
    await wrapped.linsert(`${key}:l`, 'AFTER', z, 'w');
    await wrapped.ltrim(`${key}:l`, 1, -1);
    await wrapped.sadd(`${key}:s`, 'b', 'c');
    await wrapped.srem(`${key}:s`, 'a');
    await wrapped.spop(`${key}:s`);
    await wrapped.zadd(`${key}:z`, 'CH', 9, 'a', 3, 'c');
    await wrapped.zincrby(`${key}:z`, 0.5, 'b');
    await wrapped.zrem(`${key}:z`, 'a');
    await wrapped.expire(`${key}:h`, 100);
    await wrapped.persist(`${key}:h`);
    await wrapped.rename(`${key}:z`, `${key}:s`);
    await wrapped.unlink(`${key}:l`, `${key}:h`, `${key}:s`);
    expect(await bare.exists(...keys.slice(2, 6))).toBe(0);
    const all = await actions();
    expect(all.filter(({ snapshot }) => snapshot?.captureFailed !== false)).toEqual([]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await seen()).toEqual(before);
    expect(await bare.exists(`${key}:u`)).toBe(0);
  });

  it('runs an increment and a push as an operator edited them', async () => {
    const { wrapped, approve } = await setup({
      requiresApproval: ['numbers.increment', 'lists.push', 'sortedSets.add'],
    });
    const key = unique('edited');
    for (const [call, edit] of [
      [() => wrapped.decrby(`${key}:n`, 5), (payload) => ({ ...payload, by: '-2' })],
      [() => wrapped.rpush(`${key}:l`, 'a'), (payload) => ({ ...payload, values: ['b', 'c'] })],
      [() => wrapped.zadd(`${key}:z`, 'NX', 1, 'a'), (payload) => ({ ...payload, scores: { a: '4' } })],
    ] satisfies [() => Promise<unknown>, (payload: JsonObject) => JsonObject][]) {
      const running = call();
      await approve(edit);
      await running;
    }
    expect(await bare.get(`${key}:n`)).toBe('-2');
    expect(await bare.lrange(`${key}:l`, 0, -1)).toEqual(['b', 'c']);
    expect(await bare.zscore(`${key}:z`, 'a')).toBe('4');
    const other = wrapped.incrby(`${key}:n`, 1);
    await approve((payload) => ({ ...payload, place: { database: 7 } }));
    await expect(other).rejects.toMatchObject({ code: 'approved-payload-invalid' });
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
    expect(await wrapped.pipeline().set(key, 'x').incr(key).exec()).toEqual([
      [null, 'OK'],
      [null, 1],
    ]);
    expect(await bare.exists(key)).toBe(0);
  });
});
