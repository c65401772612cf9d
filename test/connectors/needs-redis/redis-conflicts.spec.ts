import { Redis } from 'ioredis';
import type { ConnectorContext, Effect, JsonObject } from '../../../src/connectors/connector.js';
import { perform } from '../../../src/connectors/connector.testkit.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { transientMemory } from '../../../src/connectors/undo-memory.js';
import { UNSEEN } from '../../../src/connectors/unseen.js';
import { unique } from '../../support/client.js';
import { startRedis } from '../../support/redis.mjs';

let server: Awaited<ReturnType<typeof startRedis>>;
let agent: Redis;
let other: Redis;
let context: ConnectorContext;
let runId: string;

beforeAll(async () => {
  server = await startRedis();
  agent = new Redis(server.port);
  other = new Redis(server.port);
  runId = /^run_id:(\w+)/m.exec(await agent.info('server'))?.[1] ?? '';
  context = { credentials: { url: server.url }, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: 2_000 };
});

afterAll(async () => {
  agent.disconnect();
  other.disconnect();
  await server.stop();
});

type Sent = readonly string[];
/** `$` stands for the key. */
interface Scenario {
  readonly before: readonly Sent[];
  readonly operation: string;
  readonly payload: JsonObject;
  readonly call: Sent;
  readonly meanwhile: readonly Sent[];
  readonly outcome: 'done' | 'conflict';
  /** What a reading command answers afterwards. */
  readonly left: readonly (readonly [Sent, unknown])[];
}

const send = (client: Redis, key: string, [name = '', ...args]: Sent) =>
  client.call(name, ...args.map((arg) => arg.replace('$', key)));

const SCENARIOS: [string, Scenario][] = [
  [
    'an INCRBY is undone beside the increments of another client',
    {
      before: [['SET', '$', '10']],
      ...{ operation: 'numbers.increment', payload: { by: '5' }, call: ['INCRBY', '$', '5'] },
      meanwhile: [
        ['INCRBY', '$', '100'],
        ['EXPIRE', '$', '900'],
      ],
      outcome: 'done',
      left: [
        [['GET', '$'], '110'],
        [['TTL', '$'], 900],
      ],
    },
  ],
  [
    'a counter that INCR made stays with what another client added',
    {
      before: [],
      ...{ operation: 'numbers.increment', payload: { by: '1' }, call: ['INCR', '$'] },
      meanwhile: [['INCR', '$']],
      outcome: 'done',
      left: [[['GET', '$'], '1']],
    },
  ],
  [
    'a counter that another client deleted is a conflict',
    {
      before: [['SET', '$', '10']],
      ...{ operation: 'numbers.increment', payload: { by: '5' }, call: ['INCRBY', '$', '5'] },
      meanwhile: [['DEL', '$']],
      outcome: 'conflict',
      left: [[['EXISTS', '$'], 0]],
    },
  ],
  [
    'a HINCRBY is undone beside the increments of another client',
    {
      before: [['HSET', '$', 'n', '1']],
      ...{ operation: 'hashes.increment', payload: { field: 'n', by: '2' }, call: ['HINCRBY', '$', 'n', '2'] },
      meanwhile: [
        ['HINCRBY', '$', 'n', '10'],
        ['HSET', '$', 'x', 'theirs'],
      ],
      outcome: 'done',
      left: [
        [
          ['HGETALL', '$'],
          ['n', '11', 'x', 'theirs'],
        ],
      ],
    },
  ],
  [
    'a hash that HSET made keeps the fields of another client',
    {
      before: [],
      ...{ operation: 'hashes.set', payload: { fields: { a: '1' } }, call: ['HSET', '$', 'a', '1'] },
      meanwhile: [['HSET', '$', 'b', 'theirs']],
      outcome: 'done',
      left: [
        [
          ['HGETALL', '$'],
          ['b', 'theirs'],
        ],
      ],
    },
  ],
  [
    'a field that another client set after HDEL is a conflict',
    {
      before: [['HSET', '$', 'a', '1', 'b', '2']],
      ...{ operation: 'hashes.del', payload: { fields: ['a', 'b'] }, call: ['HDEL', '$', 'a', 'b'] },
      meanwhile: [['HSET', '$', 'a', 'theirs']],
      outcome: 'conflict',
      left: [
        [
          ['HMGET', '$', 'a', 'b'],
          ['theirs', '2'],
        ],
      ],
    },
  ],
  [
    'a SADD is undone for the members that were absent before',
    {
      before: [['SADD', '$', 'a']],
      ...{ operation: 'sets.add', payload: { members: ['a', 'b'] }, call: ['SADD', '$', 'a', 'b'] },
      meanwhile: [['SADD', '$', 'c']],
      outcome: 'done',
      left: [
        [
          ['SMISMEMBER', '$', 'a', 'b', 'c'],
          [1, 0, 1],
        ],
      ],
    },
  ],
  [
    'a score that another client changed after ZADD is a conflict',
    {
      before: [['ZADD', '$', '1', 'a']],
      ...{ operation: 'sortedSets.add', payload: { scores: { a: '2' } }, call: ['ZADD', '$', '2', 'a'] },
      meanwhile: [['ZADD', '$', '3', 'a']],
      outcome: 'conflict',
      left: [[['ZSCORE', '$', 'a'], '3']],
    },
  ],
  [
    'a ZINCRBY is undone beside the increments of another client',
    {
      before: [['ZADD', '$', '1', 'a']],
      ...{ operation: 'sortedSets.increment', payload: { member: 'a', by: '2' }, call: ['ZINCRBY', '$', '2', 'a'] },
      meanwhile: [
        ['ZINCRBY', '$', '10', 'a'],
        ['ZADD', '$', '5', 'b'],
      ],
      outcome: 'done',
      left: [
        [
          ['ZRANGE', '$', '0', '-1', 'WITHSCORES'],
          ['b', '5', 'a', '11'],
        ],
      ],
    },
  ],
  [
    'an RPUSH is undone between what other clients popped and pushed',
    {
      before: [['RPUSH', '$', 'a', 'b']],
      ...{ operation: 'lists.push', payload: { values: ['x', 'y'], end: 'right' }, call: ['RPUSH', '$', 'x', 'y'] },
      meanwhile: [
        ['LPOP', '$'],
        ['RPUSH', '$', 'c', 'x'],
      ],
      outcome: 'done',
      left: [
        [
          ['LRANGE', '$', '0', '-1'],
          ['b', 'c', 'x'],
        ],
      ],
    },
  ],
  [
    'an LPOP is undone behind what another client pushed',
    {
      before: [['RPUSH', '$', 'a', 'b', 'c']],
      ...{ operation: 'lists.pop', payload: { end: 'left' }, call: ['LPOP', '$'] },
      meanwhile: [['LPUSH', '$', 'new']],
      outcome: 'done',
      left: [
        [
          ['LRANGE', '$', '0', '-1'],
          ['new', 'a', 'b', 'c'],
        ],
      ],
    },
  ],
  [
    'an element that a consumer took after RPUSH is a conflict',
    {
      before: [],
      ...{ operation: 'lists.push', payload: { values: ['x', 'y'], end: 'right' }, call: ['RPUSH', '$', 'x', 'y'] },
      meanwhile: [['LPOP', '$']],
      outcome: 'conflict',
      left: [[['LRANGE', '$', '0', '-1'], ['y']]],
    },
  ],
  [
    'an LPOP of the last element is a conflict when another client pushed, for the place is not known',
    {
      before: [['RPUSH', '$', 'a']],
      ...{ operation: 'lists.pop', payload: { end: 'left' }, call: ['LPOP', '$'] },
      meanwhile: [['RPUSH', '$', 'b']],
      outcome: 'conflict',
      left: [[['LRANGE', '$', '0', '-1'], ['b']]],
    },
  ],
  [
    'a key that another client made after DEL is a conflict',
    {
      before: [['HSET', '$', 'a', '1']],
      ...{ operation: 'keys.del', payload: { keys: ['$'] }, call: ['DEL', '$'] },
      meanwhile: [['SADD', '$', 'theirs']],
      outcome: 'conflict',
      left: [[['SMEMBERS', '$'], ['theirs']]],
    },
  ],
  [
    'an expiry that SET took away from an equal value comes back',
    {
      before: [['SET', '$', 'v', 'PXAT', '32503680000000']],
      ...{ operation: 'keys.set', payload: { value: 'v' }, call: ['SET', '$', 'v'] },
      meanwhile: [],
      outcome: 'done',
      left: [[['PEXPIRETIME', '$'], 32503680000000]],
    },
  ],
  [
    'an expiry that another client set after SET is a conflict, and the value is restored beside it',
    {
      before: [['SET', '$', 'v']],
      ...{ operation: 'keys.set', payload: { value: 'w', seconds: 60 }, call: ['SET', '$', 'w', 'EX', '60'] },
      meanwhile: [['PEXPIREAT', '$', '32503680000000']],
      outcome: 'conflict',
      left: [
        [['GET', '$'], 'v'],
        [['PEXPIRETIME', '$'], 32503680000000],
      ],
    },
  ],
  [
    'a key that SET made is a conflict once another client made it expire',
    {
      before: [],
      ...{ operation: 'keys.set', payload: { value: 'w' }, call: ['SET', '$', 'w'] },
      meanwhile: [['PEXPIREAT', '$', '32503680000000']],
      outcome: 'conflict',
      left: [
        [['GET', '$'], 'w'],
        [['PEXPIRETIME', '$'], 32503680000000],
      ],
    },
  ],
  [
    'a SET NX that set nothing is not undone',
    {
      before: [['SET', '$', 'theirs']],
      ...{ operation: 'keys.set', payload: { value: 'w', options: ['NX'] }, call: ['SET', '$', 'w', 'NX'] },
      meanwhile: [['SET', '$', 'w']],
      outcome: 'done',
      left: [[['GET', '$'], 'w']],
    },
  ],
  [
    'a RENAME whose new key another client changed is a conflict, and nothing is doubled',
    {
      before: [['SET', '$', 'v']],
      ...{ operation: 'keys.rename', payload: { newKey: '$:new' }, call: ['RENAME', '$', '$:new'] },
      meanwhile: [['SET', '$:new', 'theirs']],
      outcome: 'conflict',
      left: [
        [['EXISTS', '$'], 0],
        [['GET', '$:new'], 'theirs'],
      ],
    },
  ],
];

/** Names the key in a payload; `keys.del` has a list of them. */
function payloadOf({ payload }: Scenario, key: string): JsonObject {
  const named = JSON.parse(JSON.stringify(payload).replaceAll('$', key)) as JsonObject;
  const place = { server: runId, database: 0 };
  return { ...(named.keys === undefined && { key }), ...named, place };
}

async function acted(scenario: Scenario): Promise<{ key: string; effect: Effect }> {
  const key = unique('key');
  for (const command of scenario.before) await send(other, key, command);
  const act = () => send(agent, key, scenario.call);
  const apiName = `redis.${scenario.operation}`;
  return { key, effect: await perform({ connector: redis, context, apiName, payload: payloadOf(scenario, key), act }) };
}

const undo = (effect: Effect, more: Partial<ConnectorContext> = {}) =>
  redis.undo(effect, 'skip', { ...context, idempotencyKey: unique('step'), ...more });

describe('the redis connector beside another client', () => {
  it.each(SCENARIOS)('%s', async (_, scenario) => {
    const { key, effect } = await acted(scenario);
    for (const command of scenario.meanwhile) await send(other, key, command);
    const report = await undo(effect);
    expect(report).toMatchObject({ outcome: scenario.outcome });
    for (const [command, left] of scenario.left) expect(await send(other, key, command)).toEqual(left);
    if (scenario.outcome === 'conflict') expect(report.detail).toMatch(/^Changed since the call: key "/);
  });

  it('does not take an increment off twice when the answer of the first undo was lost', async () => {
    const [, scenario] = SCENARIOS[0] ?? ['', null];
    if (!scenario) throw new Error('there is a scenario');
    const { key, effect } = await acted(scenario);
    await other.incr(key);
    const memory = transientMemory();
    await undo(effect, { memory });
    const again = await undo(effect, { memory });
    expect(again).toMatchObject({ outcome: 'done', items: [{ result: 'already-restored' }] });
    expect(await other.get(key)).toBe('11');
  });

  it('says that it cannot tell whether an earlier try wrote, once another client has changed the number again', async () => {
    const [, scenario] = SCENARIOS[0] ?? ['', null];
    if (!scenario) throw new Error('there is a scenario');
    const { key, effect } = await acted(scenario);
    const memory = transientMemory();
    await undo(effect, { memory });
    await other.incr(key);
    const now = await other.get(key);
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'unknown' });
    expect(await other.get(key)).toBe(now);
  });

  it('takes increments off that arrive while it works', async () => {
    const key = unique('busy');
    await other.set(key, '0');
    const place = { server: runId, database: 0 };
    const call = { connector: redis, context, apiName: 'redis.numbers.increment' };
    const effect = await perform({ ...call, payload: { key, by: '1000', place }, act: () => agent.incrby(key, 1000) });
    const busy = { is: true };
    let added = 0;
    const adding = (async () => {
      for (; busy.is && added < 300; added++) {
        await other.incr(key);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const report = await undo(effect);
    busy.is = false;
    await adding;
    expect(report.outcome).toBe('done');
    expect(await other.get(key)).toBe(String(added));
  });

  it('undoes nothing in another database than the captured one, and says so', async () => {
    const { key, effect } = await acted((SCENARIOS[0] as [string, Scenario])[1]);
    const wrong = { credentials: { url: `${server.url}/1` } };
    expect(await undo(effect, wrong)).toMatchObject({
      outcome: 'impossible',
      detail: 'The credential leads to another database than the captured one.',
    });
    expect(await redis.probeOutcome(effect, { ...context, ...wrong })).toBe('unknown');
    expect(await other.get(key)).toBe('15');
  });

  it('captures nothing when the client sends the call to another database than the credential leads to', async () => {
    const payload = { key: unique('key'), value: 'x', place: { database: 3 } };
    expect(await redis.capture({ apiName: 'redis.keys.set', payload }, context)).toEqual({
      captured: false,
      reason: 'the credential leads to another database than the one the call is sent to',
    });
  });

  it.each([
    [
      'another server under the name of each machine itself',
      () => ({ address: `127.0.0.1:${server.port}`, database: 0 }),
    ],
    ['a server that the client does not name', () => ({ database: 0 })],
  ])('does not know that a call did not happen when the client sent it to %s', async (_, place) => {
    const payload = { key: unique('key'), by: '1', place: place() };
    const call = { connector: redis, context, apiName: 'redis.numbers.increment', payload };
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await redis.probeOutcome(effect, context)).toBe('unknown');
    await other.set(payload.key, '70');
    expect(await undo({ ...effect, response: 8 })).toMatchObject({ outcome: 'conflict' });
    expect(await other.get(payload.key)).toBe('70');
  });

  it('does not know when everything reads as before and nothing shows that the call took effect here', async () => {
    const key = unique('key');
    const payload = { key, value: 'x' };
    const call = { connector: redis, context, apiName: 'redis.keys.set', payload };
    const effect = await perform({ ...call, act: async () => 'OK' });
    expect(await undo(effect)).toMatchObject({ outcome: 'unknown', items: [{ result: 'already-restored' }] });
    expect(await redis.probeOutcome({ ...effect, response: undefined }, context)).toBe('unknown');
  });

  it('brings back a hash, its expiry included, that is gone because EXPIRE made it expire', async () => {
    const key = unique('key');
    await other.hset(key, { a: '1' });
    await other.pexpireat(key, 32503680000000);
    const at = Date.now() + 300;
    const payload = { key, at, place: { server: runId, database: 0 } };
    const act = () => agent.pexpireat(key, at);
    const effect = await perform({ connector: redis, context, apiName: 'redis.keys.expire', payload, act });
    while (await other.exists(key)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await redis.probeOutcome(effect, context)).toBe('happened');
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await other.hgetall(key)).toEqual({ a: '1' });
    expect(await other.pexpiretime(key)).toBe(32503680000000);
  });

  it('writes no field to a key of another type, even by force', async () => {
    const key = unique('key');
    await other.hset(key, { a: '1' });
    const payload = { key, fields: { a: '2' }, place: { server: runId, database: 0 } };
    const act = () => agent.hset(key, { a: '2' });
    const effect = await perform({ connector: redis, context, apiName: 'redis.hashes.set', payload, act });
    await other.set(key, 'theirs');
    expect((await redis.undo(effect, 'force', context)).outcome).toBe('conflict');
    expect(await other.get(key)).toBe('theirs');
  });

  it('is a conflict when the answer shows that another client was faster', async () => {
    const key = unique('key');
    await other.sadd(key, 'a');
    const place = { server: runId, database: 0 };
    const act = async () => {
      await other.sadd(key, 'b');
      return agent.sadd(key, 'b', 'c');
    };
    const payload = { key, members: ['b', 'c'], place };
    const effect = await perform({ connector: redis, context, apiName: 'redis.sets.add', payload, act });
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict', detail: expect.stringContaining('does not fit') });
    expect((await other.smembers(key)).sort()).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['SET', 'b', [], 'done', 'a', true],
    ['SET GET', 'b', ['GET'], 'conflict', 'agent', false],
  ])(
    'says of %s what is known of a value between capture and call',
    async (_, between, options, outcome, left, isUnseen) => {
      const key = unique('key');
      await other.set(key, 'a');
      const payload = { key, value: 'agent', options, place: { server: runId, database: 0 } };
      const act = async () => {
        await other.set(key, between);
        return agent.call('SET', key, 'agent', ...options);
      };
      const effect = await perform({ connector: redis, context, apiName: 'redis.keys.set', payload, act });
      expect(redis.plan(effect).remains).toEqual(isUnseen ? [UNSEEN] : []);
      const report = await undo(effect);
      expect(report).toMatchObject({ outcome });
      expect(report.detail.includes(UNSEEN)).toBe(isUnseen);
      expect(await other.get(key)).toBe(left);
    },
  );

  it.each([
    ['INCRBY', 'numbers.increment', { by: '5' }, ['INCRBY', '5']],
    ['SADD', 'sets.add', { members: ['x'] }, ['SADD', 'x']],
    ['SET NX', 'keys.set', { value: 'v', options: ['NX'] }, ['SET', 'v', 'NX']],
  ])(
    'has no doubt of %s, of which the answer shows the former state',
    async (_, operation, more, [command = '', ...words]) => {
      const key = unique('key');
      const payload = { key, ...more, place: { server: runId, database: 0 } };
      const act = () => agent.call(command, key, ...words);
      const effect = await perform({ connector: redis, context, apiName: `redis.${operation}`, payload, act });
      expect(redis.plan(effect)).toMatchObject({ class: 'exact', remains: [] });
    },
  );

  it.each([
    ['redis.keys.set', { key: 'k', value: 'v', newOption: true }, 'newOption'],
    ['redis.keys.set', { key: 'k', value: 'v', options: ['IFEQ', 'x'] }, 'ifeq'],
    ['redis.keys.expire', { key: 'k', at: 1e12, options: ['SOON'] }, 'soon'],
    ['redis.sortedSets.add', { key: 'k', scores: { a: '1' }, options: ['INCR'] }, 'incr'],
  ])('captures no %s of which a word is not known', async (apiName, payload, word) => {
    const captured = await redis.capture({ apiName, payload }, context);
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining(word) });
  });
});
