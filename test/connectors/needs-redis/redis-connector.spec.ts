import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { ConnectorContext, JsonObject } from '../../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../../src/connectors/proof/proof.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import type { RedisTransport } from '../../../src/connectors/redis/server/transport.js';
import { KeptTransports } from '../../../src/connectors/transport/kept-transports.js';
import { UNSEEN } from '../../../src/connectors/unseen.js';
import { unique } from '../../support/client.js';
import { patience } from '../../support/patience.mjs';
import { startRedis } from '../../support/redis.mjs';
import { newPerformer, tripThroughService } from '../../support/service-trip.js';

let server: Awaited<ReturnType<typeof startRedis>>;
let agent: Redis;
let context: ConnectorContext;
let runId: string;

beforeAll(async () => {
  server = await startRedis(undefined, 'secret');
  agent = new Redis({ host: '127.0.0.1', port: server.port, password: 'secret' });
  runId = /^run_id:(\w+)/m.exec(await agent.info('server'))?.[1] ?? '';
  context = {
    credentials: { url: `redis://:secret@127.0.0.1:${server.port}` },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(600),
  };
});

afterAll(async () => {
  agent.disconnect();
  await server.stop();
});

/** Values that no other client pushes by accident. */
const JOBS = [randomUUID(), randomUUID()];

/** All of a key, in an order of its own where the server has none. */
async function seen(key: string) {
  const type = await agent.type(key);
  const read: Record<string, () => Promise<unknown>> = {
    string: () => agent.dumpBuffer(key),
    hash: async () => Object.entries(await agent.hgetall(key)).sort(),
    list: () => agent.lrange(key, 0, -1),
    set: async () => (await agent.smembers(key)).sort(),
    zset: () => agent.zrange(key, 0, -1, 'WITHSCORES'),
  };
  return [type, await read[type]?.(), await agent.pexpiretime(key)];
}

/** The server and database to which the agent's client sends its calls, as `wrap()` reports them. */
const place = () => ({ server: runId, database: 0 });

function trip(apiName: string, payload: JsonObject, keys: string[], act: () => Promise<unknown>): Trip {
  const state = () => Promise.all(keys.map(seen));
  return { connector: redis, context, apiName, payload: { ...payload, place: place() }, act, state };
}

const set = (key: string, value: string) => trip('redis.keys.set', { key, value }, [key], () => agent.set(key, value));

type Sent = readonly string[];
interface Case {
  readonly before: readonly Sent[];
  readonly operation: string;
  readonly payload: JsonObject;
  readonly args: Sent;
}
const LIST: readonly Sent[] = [
  ['RPUSH', 'a', 'b', 'c', 'b'],
  ['PEXPIREAT', '32503680000000'],
];
const SET: readonly Sent[] = [['SADD', 'a', 'b', 'c']];
const SCORES: readonly Sent[] = [['ZADD', '1', 'a', '2.5', 'b']];
const HASH: readonly Sent[] = [['HSET', 'a', '1', 'b', 'x']];
const call = (operation: string, before: readonly Sent[], payload: JsonObject, ...args: string[]): Case => ({
  ...{ before, operation, payload, args },
});
/** Returns the new name that a rename gives this key. */
const moved = ({ newKey }: JsonObject, key: string): JsonObject =>
  newKey === undefined ? {} : { newKey: `${key}:other` };

const ROUND_TRIPS: [string, Case][] = [
  ['SET with an expiry', call('keys.set', [['SET', 'v']], { value: 'v', seconds: 100 }, 'v', 'EX', '100')],
  ['SET over an expiry', call('keys.set', [['SET', 'v', 'EX', '900']], { value: 'w' }, 'w')],
  ['SET KEEPTTL', call('keys.set', [['SET', 'v', 'EX', '900']], { value: 'w', options: ['KEEPTTL'] }, 'w', 'KEEPTTL')],
  ['SET XX GET', call('keys.set', [['SET', 'v']], { value: 'w', options: ['XX', 'GET'] }, 'w', 'XX', 'GET')],
  ['INCR', call('numbers.increment', [['SET', '41', 'EX', '900']], { by: '1' })],
  ['INCR of a new key', call('numbers.increment', [], { by: '1' })],
  ['DECR', call('numbers.increment', [['SET', '41']], { by: '-1' })],
  ['INCRBY', call('numbers.increment', [['SET', '41']], { by: '9' }, '9')],
  ['DECRBY', call('numbers.increment', [['SET', '9007199254740993']], { by: '-9' }, '9')],
  ['INCRBYFLOAT', call('numbers.increment', [['SET', '10.5']], { by: '0.1' }, '0.1')],
  ['INCRBYFLOAT', call('numbers.increment', [['SET', '1234567890123456.25']], { by: '0.5' }, '0.5')],
  ['INCRBYFLOAT', call('numbers.increment', [['SET', '12345678901234567.25']], { by: '0.5' }, '0.5')],
  ['HINCRBY', call('hashes.increment', HASH, { field: 'a', by: '-5' }, 'a', '-5')],
  ['HINCRBYFLOAT of a new field', call('hashes.increment', HASH, { field: 'c', by: '1.5' }, 'c', '1.5')],
  ['HSET', call('hashes.set', HASH, { fields: { a: '2', c: '3' } }, 'a', '2', 'c', '3')],
  ['HMSET of a new hash', call('hashes.set', [], { fields: { a: '2' } }, 'a', '2')],
  ['HSETNX', call('hashes.set', HASH, { fields: { c: '2' }, options: ['NX'] }, 'c', '2')],
  ['HDEL', call('hashes.del', HASH, { fields: ['a', 'none'] }, 'a', 'none')],
  ['HDEL of the last fields', call('hashes.del', [...HASH, ['EXPIRE', '900']], { fields: ['a', 'b'] }, 'a', 'b')],
  ['LPUSH', call('lists.push', LIST, { values: JOBS, end: 'left' }, ...JOBS)],
  ['RPUSH', call('lists.push', LIST, { values: JOBS, end: 'right' }, ...JOBS)],
  ['RPUSH of a new list', call('lists.push', [], { values: JOBS, end: 'right' }, ...JOBS)],
  ['LPUSHX', call('lists.push', LIST, { values: JOBS, end: 'left', onlyIfThere: true }, ...JOBS)],
  ['LPOP', call('lists.pop', LIST, { end: 'left' })],
  ['LPOP of all elements', call('lists.pop', LIST, { end: 'left', count: 9 }, '9')],
  ['RPOP', call('lists.pop', LIST, { end: 'right', count: 2 }, '2')],
  ['LREM', call('lists.remove', LIST, { count: -1, value: 'b' }, '-1', 'b')],
  ['LSET', call('lists.set', LIST, { index: -2, value: 'x' }, '-2', 'x')],
  ['LTRIM', call('lists.trim', LIST, { start: 1, stop: -2 }, '1', '-2')],
  ['LINSERT', call('lists.insert', LIST, { where: 'before', pivot: 'b', value: 'x' }, 'BEFORE', 'b', 'x')],
  ['SADD', call('sets.add', SET, { members: ['a', 'd'] }, 'a', 'd')],
  ['SREM', call('sets.remove', SET, { members: ['a', 'd'] }, 'a', 'd')],
  ['SREM of the last members', call('sets.remove', SET, { members: ['a', 'b', 'c'] }, 'a', 'b', 'c')],
  ['SPOP', call('sets.pop', SET, {})],
  ['SPOP of several', call('sets.pop', SET, { count: 2 }, '2')],
  ['ZADD', call('sortedSets.add', SCORES, { scores: { a: '7', c: '0.1' } }, '7', 'a', '0.1', 'c')],
  [
    'ZADD GT CH',
    call(
      'sortedSets.add',
      SCORES,
      { scores: { a: '7', b: '1' }, options: ['GT', 'CH'] },
      'GT',
      'CH',
      '7',
      'a',
      '1',
      'b',
    ),
  ],
  ['ZREM', call('sortedSets.remove', SCORES, { members: ['b', 'c'] }, 'b', 'c')],
  ['ZINCRBY', call('sortedSets.increment', [['ZADD', '0.1', 'a']], { member: 'a', by: '0.2' }, '0.2', 'a')],
  ['PERSIST', call('keys.persist', [['SET', 'v', 'EX', '900']], {})],
  ['EXPIREAT', call('keys.expire', HASH, { at: 32503680000000 }, '32503680000')],
  ['RENAME', call('keys.rename', [...HASH, ['EXPIRE', '900']], { newKey: '' }, '$other')],
  ['RENAMENX', call('keys.rename', SCORES, { newKey: '', options: ['NX'] }, '$other')],
];

describe('the redis connector', () => {
  it('removes a key that SET made', async () => {
    await roundTrip(set(unique('key'), 'new'));
  });

  it('restores a list, its order and its expiry after SET has replaced it', async () => {
    const key = unique('key');
    await agent.rpush(key, 'a', 'b', 'a');
    await agent.expire(key, 3600);
    await roundTrip(set(key, 'over it'));
  });

  it.each(ROUND_TRIPS)('restores what %s changed', async (command, { before, operation, payload, args }) => {
    const key = unique('key');
    for (const [name = '', ...rest] of before) await agent.call(name, key, ...rest);
    const keys = [key, `${key}:other`];
    await roundTrip(
      trip(`redis.${operation}`, { ...payload, key, ...moved(payload, key) }, keys, () =>
        agent.call(command.split(' ')[0] ?? '', key, ...args.map((arg) => arg.replace('$other', `${key}:other`))),
      ),
    );
  });

  it.each([
    ['123456789012345678901234567.25', true],
    ['10.50', false],
  ])('leaves a number as it is that the server rounded, which the plan says: %s, %s', async (before, isRounded) => {
    const key = unique('rounded');
    await agent.set(key, before);
    const act = () => agent.incrbyfloat(key, 0.5);
    const increment = trip('redis.numbers.increment', { key, by: '0.5' }, [key], act);
    const effect = await perform(increment);
    const left = await agent.get(key);
    const said = redis.plan(effect).remains.filter((one) => one.includes('the server has rounded the sum'));
    expect(said).toHaveLength(isRounded ? 1 : 0);
    expect((await undo(increment, effect)).outcome).toBe(isRounded ? 'conflict' : 'done');
    expect(await agent.get(key)).toBe(isRounded ? left : before);
  });

  it('restores keys of any type after DEL', async () => {
    const [hash, text] = [unique('hash'), unique('text')];
    await agent.hset(hash, { a: '1', b: '2' });
    await agent.set(text, Buffer.from([0, 255, 128]));
    await roundTrip(trip('redis.keys.del', { keys: [hash, text] }, [hash, text], () => agent.del(hash, text)));
  });

  it('restores the moment at which a key expires, or that it does not', async () => {
    const [never, later] = [unique('never'), unique('later')];
    await agent.set(never, 'x');
    await agent.set(later, 'x', 'PXAT', Date.now() + 3_600_000);
    for (const key of [never, later]) {
      const at = Date.now() + 60_000;
      await roundTrip(trip('redis.keys.expire', { key, at }, [key], () => agent.pexpireat(key, at)));
    }
  });

  it('restores the fields of a hash that HSET changed, and leaves fields alone that another client changed', async () => {
    const key = unique('hash');
    await agent.hset(key, { a: 'old', mine: '1' });
    const fields = { a: 'new', b: 'made' };
    const hset = trip('redis.hashes.set', { key, fields }, [key], () => agent.hset(key, fields));
    await roundTrip(hset);
    const effect = await perform(hset);
    await agent.hset(key, { mine: '2' });
    expect((await undo(hset, effect)).outcome).toBe('done');
    expect(await agent.hgetall(key)).toEqual({ a: 'old', mine: '2' });
  });

  it('leaves a key alone that another client has set since, unless it is forced', async () => {
    const key = unique('key');
    await agent.set(key, 'before');
    const call = set(key, 'agent');
    const effect = await refusesAfter(call, () => agent.set(key, 'other'));
    const report = await undo(call, effect, 'force');
    expect(report.outcome).toBe('done');
    expect(report.items[0]?.fields).toContainEqual({
      field: 'value',
      before: 'before',
      after: 'agent',
      now: 'other',
      result: 'forced',
    });
    expect(await agent.get(key)).toBe('before');
  });

  it('knows whether a call of unknown outcome happened', async () => {
    const key = unique('key');
    await agent.set(key, 'before');
    const call = set(key, 'agent');
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await redis.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await agent.set(key, 'agent');
    expect(await redis.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await agent.set(key, 'other');
    expect(await redis.probeOutcome(effect, context)).toEqual(UNKNOWN);
  });

  it('says in words why a capture failed: a wrong password, a private host, a server that is gone', async () => {
    const capture = (more: Partial<ConnectorContext>) =>
      redis.capture({ apiName: 'redis.keys.del', payload: { keys: ['a'] } }, { ...context, ...more });
    const wrong = { credentials: { url: `redis://:wrong@127.0.0.1:${server.port}` } };
    expect(await capture(wrong)).toEqual({ captured: false, reason: expect.stringContaining('WRONGPASS') });
    expect(await capture({ allowedPrivateHosts: [] })).toEqual({
      captured: false,
      reason: expect.stringContaining('not a public host'),
    });
    expect(await capture({ credentials: { url: 'redis://127.0.0.1:1' } })).toEqual({
      captured: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    await expect(redis.probe({ ...context, ...wrong })).rejects.toThrow('WRONGPASS');
    await redis.probe(context);
  });

  it('is rolled back by the service', async () => {
    const key = unique('key');
    await agent.set(key, 'before');
    const { plan } = await tripThroughService(set(key, 'agent'));
    expect(plan[0]).toMatchObject({ class: 'exact', calls: [`SET "${key}" "before"`], remains: [UNSEEN] });
  });
});

describe('a call of Redis that the service makes', () => {
  const k = unique('performed');
  const CALLS: readonly (readonly [string, JsonObject])[] = [
    ['keys.set', { key: `${k}:text`, value: 'b', seconds: 900 }],
    ['keys.setMany', { values: { [`${k}:text`]: 'c', [`${k}:new`]: 'd' } }],
    ['keys.expire', { key: `${k}:hash`, at: 32_503_680_000_000 }],
    ['keys.persist', { key: `${k}:hash` }],
    ['keys.rename', { key: `${k}:text`, newKey: `${k}:other` }],
    ['keys.del', { keys: [`${k}:other`, `${k}:new`] }],
    ['numbers.increment', { key: `${k}:number`, by: '+5' }],
    ['numbers.increment', { key: `${k}:number`, by: '0.5' }],
    ['hashes.set', { key: `${k}:hash`, fields: { a: '2', b: '1' } }],
    ['hashes.set', { key: `${k}:hash`, fields: { c: '1' }, options: ['NX'] }],
    ['hashes.increment', { key: `${k}:hash`, field: 'a', by: '3' }],
    ['hashes.del', { key: `${k}:hash`, fields: ['b'] }],
    ['lists.push', { key: `${k}:list`, values: JOBS, end: 'right' }],
    ['lists.insert', { key: `${k}:list`, where: 'before', pivot: 'y', value: 'w' }],
    ['lists.set', { key: `${k}:list`, index: 1, value: 'z' }],
    ['lists.remove', { key: `${k}:list`, count: 1, value: 'z' }],
    ['lists.pop', { key: `${k}:list`, end: 'left' }],
    ['lists.trim', { key: `${k}:list`, start: 0, stop: 0 }],
    ['sets.add', { key: `${k}:set`, members: ['b', 'c'] }],
    ['sets.remove', { key: `${k}:set`, members: ['a'] }],
    ['sets.pop', { key: `${k}:set`, count: 1 }],
    ['sortedSets.add', { key: `${k}:scores`, scores: { a: '2', b: '1.5' }, options: ['CH'] }],
    ['sortedSets.increment', { key: `${k}:scores`, member: 'a', by: '1' }],
    ['sortedSets.remove', { key: `${k}:scores`, members: ['b'] }],
  ];
  const KEYS = ['text', 'new', 'other', 'number', 'hash', 'list', 'set', 'scores'].map((name) => `${k}:${name}`);
  const all = async () => JSON.stringify(await Promise.all(KEYS.map(seen)));

  it('is every one that the registry undoes; a rollback of all of them restores every key', async () => {
    await agent.set(`${k}:text`, 'a');
    await agent.set(`${k}:number`, '10');
    await agent.hset(`${k}:hash`, { a: '1' });
    await agent.rpush(`${k}:list`, 'x', 'y');
    await agent.sadd(`${k}:set`, 'a');
    await agent.zadd(`${k}:scores`, 1, 'a');
    const before = await all();
    const { perform: make, rollback } = await newPerformer('redis', context.credentials as Record<string, string>);
    for (const [name, payload] of CALLS) {
      const { status, response, snapshot } = await make(name, payload);
      expect([name, status, response]).toEqual([name, 'SUCCESS', expect.anything()]);
      expect([name, snapshot]).toEqual([name, expect.objectContaining({ captureFailed: false })]);
    }
    const undone = redis.operations
      .filter(({ reversibility }) => reversibility !== 'none')
      .map(({ apiName }) => apiName);
    expect(new Set(CALLS.map(([name]) => `redis.${name}`))).toEqual(new Set(undone));
    expect(await all()).not.toEqual(before);
    const report = await rollback();
    const results = report.results as { outcome: string; apiName: string; detail: string }[];
    expect(results.filter(({ outcome }) => outcome !== 'ROLLED_BACK')).toEqual([]);
    expect(report.displayStatus).toBe('REVERTED');
    expect(await all()).toEqual(before);
  });

  it('is FAILED with the words of Redis where Redis refuses it, and reads without leaving anything', async () => {
    const key = unique('key');
    await agent.set(key, 'text');
    const { perform: make, rollback } = await newPerformer('redis', context.credentials as Record<string, string>);
    const refused = async (name: string, payload: JsonObject) => {
      const { status, response } = await make(name, payload);
      return [status, response.refusal?.message];
    };
    expect(await refused('lists.push', { key, values: ['a'], end: 'left' })).toEqual([
      'FAILED',
      expect.stringMatching(/^WRONGTYPE/),
    ]);
    for (const [command, args, words] of [
      ['SET', [key, 'b'], 'has an operation of its own: redis.keys.set'],
      ['SUBSCRIBE', ['news'], 'SUBSCRIBE is not performed'],
      ['nosuch', [], 'unknown command'],
    ] as const)
      expect(await refused('commands.execute', { command, args: [...args] })).toEqual([
        'FAILED',
        expect.stringContaining(words),
      ]);
    expect(await make('commands.execute', { command: 'PFADD', args: [unique('hll'), 'a'] })).toMatchObject({
      status: 'SUCCESS',
      response: 1,
    });
    const read = async (name: string, payload: JsonObject) => (await make(name, payload)).response;
    expect(await read('keys.get', { key })).toBe('text');
    expect(await read('keys.type', { key })).toBe('string');
    expect(await read('keys.list', { match: key, count: 1000 })).toEqual([expect.any(String), [key]]);
    expect(await read('keys.getMany', { keys: [key, unique('none')] })).toEqual(['text', null]);
    expect(await agent.get(key)).toBe('text');
    expect((await rollback()).displayStatus).not.toBe('REVERTED');
  });
});

describe('a connection to Redis that is kept', () => {
  let kept: KeptTransports;
  beforeEach(() => {
    kept = new KeptTransports(patience(60_000));
  });
  afterEach(() => kept.close());

  const open = async () =>
    (await kept.open('one', 'redis', {
      ...context,
      openTransport: () => redis.transport(context),
    })) as unknown as RedisTransport;
  const idOf = async (transport: RedisTransport) => (await transport.pipeline([['client', 'ID']]))[0]?.[1];
  const isServedAfter = async (work: (transport: RedisTransport) => Promise<unknown>) => {
    const first = await open();
    const id = await idOf(first);
    await work(first);
    await first.close();
    const again = await open();
    const isSame = (await idOf(again)) === id;
    await again.close();
    return isSame;
  };

  it('serves the next work after reads, also after one that the server refused', async () => {
    expect(await isServedAfter((transport) => transport.multi([['get', unique('none')]]))).toBe(true);
    expect(await isServedAfter((transport) => transport.pipeline([['get']]))).toBe(true);
  });

  it('is closed after a watch, after the call of an agent, and when the server has ended it', async () => {
    expect(await isServedAfter((transport) => transport.watch([unique('watched')]))).toBe(false);
    expect(await isServedAfter((transport) => transport.answer([['get', unique('none')]]))).toBe(false);
    const first = await open();
    const id = await idOf(first);
    await first.close();
    await agent.call('CLIENT', 'KILL', 'ID', String(id));
    const again = await open();
    expect(await idOf(again)).not.toBe(id);
    await again.close();
  });

  it('is closed when its credential is replaced', async () => {
    expect(await isServedAfter(async () => kept.forget('one', 'redis'))).toBe(false);
  });
});
