import { randomUUID } from 'node:crypto';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { unique } from '../../support/client.js';
import { newScenario } from '../../support/scenario.js';
import { world } from './redis-world.js';

/** The agent pushes a job to a queue that holds `a` and `b`. */
async function pushed(job: string, end: 'left' | 'right' = 'right') {
  const key = unique('queue');
  await world.other.rpush(key, 'a', 'b');
  const state = () => world.other.lrange(key, 0, -1);
  const payload = { key, values: [job], end, place: { server: world.runId, database: 0 } };
  const act = () => (end === 'right' ? world.agent.rpush(key, job) : world.agent.lpush(key, job));
  const trip = { connector: redis, context: world.context, apiName: 'redis.lists.push', payload, act, state };
  const scenario = await newScenario(trip);
  const { id } = await scenario.run(trip);
  return { key, state, scenario, id };
}

describe('a key of a database that SWAPDB has exchanged for another', () => {
  async function changed() {
    const key = unique('setting');
    await world.other.set(key, 'before');
    const state = () => world.other.get(key);
    const payload = { key, value: 'x', place: { server: world.runId, database: 0 } };
    const act = () => world.agent.set(key, 'x');
    const trip = { connector: redis, context: world.context, apiName: 'redis.keys.set', payload, act, state };
    const scenario = await newScenario(trip);
    return { key, state, scenario, ...(await scenario.run(trip)) };
  }

  it('is UNKNOWN although it holds what the call left in the former one, and force undoes the call', async () => {
    const { key, state, scenario, id } = await changed();
    await world.other.swapdb(0, 7);
    await world.other.set(key, 'x');
    const { outcomes, details } = await scenario.rollBack();
    expect([outcomes, details]).toEqual([['UNKNOWN'], [expect.stringContaining('SWAPDB')]]);
    expect(await state()).toBe('x');
    expect(await scenario.isDirty()).toBe(true);
    await world.other.swapdb(7, 0);
    expect((await scenario.rollBack()).outcomes).toEqual(['UNKNOWN']);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await state()).toBe('before');
  });

  it('is undone where a SWAPDB failed', async () => {
    const { state, scenario } = await changed();
    await expect(world.other.swapdb(0, 999)).rejects.toThrow();
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toBe('before');
  });
});

describe('a job that the agent pushed to a list of Redis', () => {
  it.each(['left', 'right'] as const)(
    'is UNKNOWN at the %s end, where another client may have taken it and pushed the same one, and force takes it out',
    async (end) => {
      const { key, state, scenario, id } = await pushed('send 7.pdf', end);
      if (end === 'right') await world.other.rpush(key, (await world.other.rpop(key)) ?? '');
      else await world.other.lpush(key, (await world.other.lpop(key)) ?? '');
      const before = await state();
      expect(await scenario.rollBack()).toMatchObject({ outcomes: ['UNKNOWN'] });
      expect(await scenario.report()).toMatchObject({ results: [{ actionId: id, isUnproved: true }] });
      expect(await state()).toEqual(before);
      expect(await scenario.isDirty()).toBe(true);
      expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
      expect(await state()).toEqual(['a', 'b']);
    },
  );

  it('is taken out where it stands between others, which were there before and came after it', async () => {
    const { key, state, scenario } = await pushed('send 7.pdf');
    await world.other.rpush(key, 'c');
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toEqual(['a', 'b', 'c']);
  });

  it('is taken out where it is a random identifier', async () => {
    const { state, scenario } = await pushed(randomUUID());
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toEqual(['a', 'b']);
  });
});
