import type { Effect } from '../../../src/connectors/connector.js';
import { isCounter } from '../../../src/connectors/counters.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { transientMemory } from '../../../src/connectors/undo-memory.js';
import { acted, INCREMENT, type Scenario, send, undo, world } from './redis-world.js';

const HASH: Scenario = {
  before: [['HSET', '$', 'n', '1']],
  ...{ operation: 'hashes.increment', payload: { field: 'n', by: '2' }, call: ['HINCRBY', '$', 'n', '2'] },
  meanwhile: [['HINCRBY', '$', 'n', '10']],
  outcome: 'conflict',
  left: [[['HGET', '$', 'n'], '11']],
};

const SCORE: Scenario = {
  before: [['ZADD', '$', '1', 'm']],
  ...{ operation: 'sortedSets.increment', payload: { member: 'm', by: '2' }, call: ['ZINCRBY', '$', '2', 'm'] },
  meanwhile: [['ZINCRBY', '$', '10', 'm']],
  outcome: 'conflict',
  left: [[['ZSCORE', '$', 'm'], '11']],
};

async function changed(scenario: Scenario): Promise<{ key: string; effect: Effect }> {
  const { key, effect } = await acted(scenario);
  for (const command of scenario.meanwhile) await send(world.other, key, command);
  return { key, effect };
}

describe('a Redis number to which another client added', () => {
  it.each([
    ['a key', INCREMENT, ['GET', '$'], '110'],
    ['a field of a hash', HASH, ['HGET', '$', 'n'], '11'],
    ['a score of a sorted set', SCORE, ['ZSCORE', '$', 'm'], '11'],
    ['a score that the call made', { ...SCORE, before: [] }, ['ZSCORE', '$', 'm'], '10'],
  ] as const)(
    'is a conflict that says what the call added, which an operator has subtracted: %s',
    async (_, scenario, read, left) => {
      const { key, effect } = await changed(scenario);
      const conflict = await undo(effect);
      expect(conflict.outcome).toBe('conflict');
      expect(conflict.items[0]?.fields[0]).toMatchObject({ result: 'conflict', added: String(effect.payload.by) });
      expect((await undo(effect, { subtracts: true })).outcome).toBe('done');
      expect(await send(world.other, key, read)).toBe(left);
    },
  );

  it.each(['0.5', '9007199254740993'])('is not offered of a score to which another client added %s', async (by) => {
    const { key, effect } = await changed({ ...SCORE, meanwhile: [['ZINCRBY', '$', by, 'm']] });
    const now = await send(world.other, key, ['ZSCORE', '$', 'm']);
    const report = await undo(effect, { subtracts: true });
    expect([report.outcome, report.items[0]?.fields[0]?.added]).toEqual(['conflict', undefined]);
    expect(await send(world.other, key, ['ZSCORE', '$', 'm'])).toBe(now);
  });

  it('keeps the expiry that another client gave it', async () => {
    const { key, effect } = await changed(INCREMENT);
    await undo(effect, { subtracts: true });
    expect(await send(world.other, key, ['TTL', '$'])).toEqual(expect.closeTo(900, -1));
  });

  it('is subtracted from without asking where its key is declared as a counter, and the plan says so', async () => {
    const { key, effect } = await changed(INCREMENT);
    const declared = { ...effect, counters: `other:*, ${key.slice(0, 4)}*` };
    expect(redis.plan(declared).remains).toContainEqual(expect.stringContaining('is declared as a counter'));
    expect(redis.plan({ ...effect, counters: 'other:*' }).remains).toEqual([]);
    expect((await undo({ ...effect, counters: 'other:*' })).outcome).toBe('conflict');
    expect((await undo(declared)).outcome).toBe('done');
    expect(await send(world.other, key, ['GET', '$'])).toBe('110');
  });

  it('is subtracted from once, also when the answer to an earlier try was lost', async () => {
    const { key, effect } = await changed(INCREMENT);
    const memory = transientMemory();
    expect((await undo(effect, { subtracts: true, memory })).outcome).toBe('done');
    expect((await undo(effect, { subtracts: true, memory })).outcome).toBe('done');
    expect(await send(world.other, key, ['GET', '$'])).toBe('110');
    await send(world.other, key, ['INCR', '$']);
    expect((await undo(effect, { subtracts: true, memory })).outcome).toBe('unknown');
    expect(await send(world.other, key, ['GET', '$'])).toBe('111');
  });

  it('is left where another client put no number, or deleted it', async () => {
    const { key, effect } = await acted(INCREMENT);
    await send(world.other, key, ['SET', '$', 'text']);
    expect((await undo(effect, { subtracts: true })).outcome).toBe('conflict');
    await send(world.other, key, ['DEL', '$']);
    expect((await undo(effect, { subtracts: true })).outcome).toBe('conflict');
  });
});

describe('a pattern of counters', () => {
  it.each([
    ['hits', 'hits', true],
    ['hits', 'hits:1', false],
    ['hits:*', 'hits:1', true],
    ['*:hits', 'page:hits', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b', 'ab', true],
    ['ab*ba', 'aba', false],
    ['*', 'anything', true],
    ['a*', 'ba', false],
  ])('%s: %s', (pattern, key, isMatch) => {
    expect(isCounter(key, [pattern])).toBe(isMatch);
  });
});
