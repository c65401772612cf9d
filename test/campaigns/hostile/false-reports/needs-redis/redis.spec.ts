import { Redis } from 'ioredis';
import type { Json, JsonObject } from '../../../../../src/connectors/connector.js';
import { unique } from '../../../../support/client.js';
import { startRedis } from '../../../../support/redis.mjs';
import { newLyingAgent, outcomesOf } from '../../support/lying-agent.js';

const world = {} as { server: Awaited<ReturnType<typeof startRedis>>; redis: Redis };
beforeAll(async () => {
  const server = await startRedis();
  Object.assign(world, { server, redis: new Redis(server.port) });
});
afterAll(async () => {
  world.redis.disconnect();
  await world.server.stop();
});

const newAgent = () => newLyingAgent('redis', { url: world.server.url });
const place = async () => ({
  server: /^run_id:(\w+)/m.exec(await world.redis.info('server'))?.[1] ?? '',
  database: 0,
});

/**
 * Texts that an agent wants a rollback to write: a call that removes the text, and the calls that are claimed to have
 * made it before.
 */
const PENS: readonly [
  string,
  (key: string) => { operation: string; payload: JsonObject; before: [string, JsonObject] },
  Json,
][] = [
  [
    'a key',
    (key) => ({ operation: 'keys.del', payload: { keys: [key] }, before: ['keys.set', { key, value: 'admin' }] }),
    1,
  ],
  [
    'several keys',
    (key) => ({
      operation: 'keys.del',
      payload: { keys: [key] },
      before: ['keys.setMany', { values: { [key]: 'admin' } }],
    }),
    1,
  ],
  [
    'a hash field',
    (key) => ({
      operation: 'hashes.del',
      payload: { key, fields: ['role'] },
      before: ['hashes.set', { key, fields: { role: 'admin' } }],
    }),
    1,
  ],
  [
    'a set member',
    (key) => ({
      operation: 'sets.remove',
      payload: { key, members: ['admin'] },
      before: ['sets.add', { key, members: ['admin'] }],
    }),
    1,
  ],
  [
    'a popped member',
    (key) => ({ operation: 'sets.pop', payload: { key, count: 1 }, before: ['sets.add', { key, members: ['admin'] }] }),
    ['admin'],
  ],
  [
    'a score',
    (key) => ({
      operation: 'sortedSets.remove',
      payload: { key, members: ['admin'] },
      before: ['sortedSets.add', { key, scores: { admin: '9' } }],
    }),
    1,
  ],
  [
    'a counter',
    (key) => ({
      operation: 'numbers.increment',
      payload: { key, by: '5' },
      before: ['keys.set', { key, value: '1000000' }],
    }),
    '1000005',
  ],
  [
    'a list element',
    (key) => ({
      operation: 'lists.pop',
      payload: { key, end: 'left' },
      before: ['lists.push', { key, values: ['admin'], end: 'left' }],
    }),
    'admin',
  ],
  [
    'a renamed key',
    (key) => ({
      operation: 'keys.rename',
      payload: { key, newKey: `${key}:new` },
      before: ['keys.set', { key, value: 'admin' }],
    }),
    'OK',
  ],
];

describe('precededBy of an agent with an API key', () => {
  it.each(PENS)(
    'never makes a rollback write %s, started by the agent or an operator, forced or not',
    async (_, pen, response) => {
      const key = unique('pen');
      const { operation, payload, before } = pen(key);
      const agent = await newAgent();
      const [earlier, words] = before;
      const call = {
        apiName: `redis.${operation}`,
        payload: { ...payload, place: await place(), precededBy: [{ operation: earlier, payload: words }] },
      };
      await agent.claim(call, response);
      for (const [caller, more] of [
        [agent.agent, {}],
        [agent.operator, {}],
        [agent.operator, { onConflict: 'force' }],
      ] as const) {
        const answer = await caller.post(`/sessions/${agent.session}/rollback`, more);
        expect([200, 409]).toContain(answer.status);
        expect(await world.redis.exists(key, `${key}:new`)).toBe(0);
      }
    },
  );

  it('only describes the state that a transaction leaves: the captured value is restored', async () => {
    const key = unique('pen');
    await world.redis.set(key, 'before');
    const agent = await newAgent();
    const at = await place();
    const set = { apiName: 'redis.keys.set', payload: { key, value: 'x', place: at } };
    const del = {
      apiName: 'redis.keys.del',
      payload: { keys: [key], place: at, precededBy: [{ operation: 'keys.set', payload: { key, value: 'x' } }] },
    };
    const [first, second] = [await agent.ask(set), await agent.ask(del)];
    await world.redis.multi().set(key, 'x').del(key).exec();
    await agent.tell(first, 'SUCCESS', 'OK');
    await agent.tell(second, 'SUCCESS', 1);
    // Alone, the deletion finds a state that no capture saw.
    const alone = await agent.operator.post(`/sessions/${agent.session}/actions/${second}/rollback`);
    expect(outcomesOf(alone.body.data.results)).toEqual(['CONFLICT']);
    expect(await world.redis.exists(key)).toBe(0);
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK', 'ROLLED_BACK']);
    expect(await world.redis.get(key)).toBe('before');
  });
});

describe('an increment that never ran', () => {
  it.each([
    ['numbers.increment', (key: string) => ({ key, by: '1000000' }), (key: string) => world.redis.incr(key)],
    [
      'hashes.increment',
      (key: string) => ({ key, field: 'n', by: '1000000' }),
      (key: string) => world.redis.hincrby(key, 'n', 1),
    ],
    [
      'sortedSets.increment',
      (key: string) => ({ key, member: 'n', by: '1000000' }),
      (key: string) => world.redis.zincrby(key, 1, 'n'),
    ],
  ])('is never subtracted from the count of other clients: %s', async (operation, payload, count) => {
    const key = unique('count');
    await count(key);
    const agent = await newAgent();
    await agent.claim({ apiName: `redis.${operation}`, payload: { ...payload(key), place: await place() } }, '1000001');
    await count(key);
    const now = await world.redis.dump(key);
    expect(outcomesOf(await agent.rollBack())).toEqual(['CONFLICT']);
    expect(outcomesOf(await agent.rollBack(agent.operator))).toEqual(['CONFLICT']);
    expect(await world.redis.dump(key)).toBe(now);
  });

  it('is undone as an ordinary one where it ran', async () => {
    const key = unique('count');
    await world.redis.set(key, '10');
    const agent = await newAgent();
    const id = await agent.ask({ apiName: 'redis.numbers.increment', payload: { key, by: '5', place: await place() } });
    await agent.tell(id, 'SUCCESS', await world.redis.incrby(key, 5));
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK']);
    expect(await world.redis.get(key)).toBe('10');
  });
});
