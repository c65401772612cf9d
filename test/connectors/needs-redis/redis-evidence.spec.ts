import { randomUUID } from 'node:crypto';
import { perform } from '../../../src/connectors/connector.testkit.js';
import { AS_LEFT, UNKNOWN } from '../../../src/connectors/proof/proof.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { transientMemory } from '../../../src/connectors/undo-memory.js';
import { UNSEEN } from '../../../src/connectors/unseen.js';
import { unique } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';
import { acted, INCREMENT, undo, world } from './redis-world.js';

describe('an undo of the redis connector that is tried again, or beside a busy client', () => {
  it('does not undo an increment twice when the answer of the first undo was lost', async () => {
    const { key, effect } = await acted({ ...INCREMENT, meanwhile: [] });
    const memory = transientMemory();
    await undo(effect, { memory });
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'done', items: [{ result: 'already-restored' }] });
    await world.other.incr(key);
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'conflict' });
    expect(await world.other.get(key)).toBe('11');
  });

  it('reports that it is unknown whether an earlier try wrote, once another client has changed the list again', async () => {
    const job = randomUUID();
    const { key, effect } = await acted({
      before: [['RPUSH', '$', 'a']],
      ...{ operation: 'lists.push', payload: { values: [job], end: 'right' }, call: ['RPUSH', '$', job] },
      ...{ meanwhile: [], outcome: 'done', left: [] },
    });
    const memory = transientMemory();
    await undo(effect, { memory });
    await world.other.rpush(key, 'c');
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'unknown' });
    expect(await world.other.lrange(key, 0, -1)).toEqual(['a', 'c']);
  });

  it('leaves increments alone that arrive while it works', async () => {
    const key = unique('busy');
    await world.other.set(key, '0');
    const place = { server: world.runId, database: 0 };
    const call = { connector: redis, context: world.context, apiName: 'redis.numbers.increment' };
    const effect = await perform({
      ...call,
      payload: { key, by: '1000', place },
      act: () => world.agent.incrby(key, 1000),
    });
    await world.other.incr(key);
    const busy = { is: true };
    let added = 1;
    const adding = (async () => {
      for (; busy.is && added < 300; added++) await world.other.incr(key);
    })();
    const report = await undo(effect);
    busy.is = false;
    await adding;
    expect(report.outcome).toBe('conflict');
    expect(await world.other.get(key)).toBe(String(1000 + added));
  });
});

describe('the redis connector in another place than the call', () => {
  it('undoes nothing in another database than the captured one, and says so', async () => {
    const { key, effect } = await acted(INCREMENT);
    const wrong = { credentials: { url: `${world.server.url}/1` } };
    expect(await undo(effect, wrong)).toMatchObject({
      outcome: 'impossible',
      detail: 'The credential names another database than the captured one.',
    });
    expect(await redis.probeOutcome(effect, { ...world.context, ...wrong })).toEqual(UNKNOWN);
    expect(await world.other.get(key)).toBe('15');
  });

  it('captures nothing when the client sends the call to another database than the credential names', async () => {
    const payload = { key: unique('key'), value: 'x', place: { database: 3 } };
    expect(await redis.capture({ apiName: 'redis.keys.set', payload }, world.context)).toEqual({
      captured: false,
      reason: 'the credential names another database than the one the call is sent to',
    });
  });

  it.each([
    [
      'another server under the name of each machine itself',
      () => ({ address: `127.0.0.1:${world.server.port}`, database: 0 }),
    ],
    ['a server that the client does not name', () => ({ database: 0 })],
  ])('does not know that a call did not happen when the client sent it to %s', async (_, place) => {
    const payload = { key: unique('key'), by: '1', place: place() };
    const call = { connector: redis, context: world.context, apiName: 'redis.numbers.increment', payload };
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await redis.probeOutcome(effect, world.context)).toEqual(UNKNOWN);
    await world.other.set(payload.key, '70');
    expect(await undo({ ...effect, response: 8 })).toMatchObject({ outcome: 'conflict' });
    expect(await world.other.get(payload.key)).toBe('70');
  });
});

describe('what the redis connector knows of a call', () => {
  it('does not know when everything reads as before and nothing shows that the call took effect here', async () => {
    const key = unique('key');
    const payload = { key, value: 'x' };
    const call = { connector: redis, context: world.context, apiName: 'redis.keys.set', payload };
    const effect = await perform({ ...call, act: async () => 'OK' });
    expect(await undo(effect)).toMatchObject({ outcome: 'unknown', items: [{ result: 'already-restored' }] });
    expect(await redis.probeOutcome({ ...effect, response: undefined }, world.context)).toEqual(UNKNOWN);
  });

  it('restores a hash, its expiry included, that is gone because EXPIRE made it expire', async () => {
    const key = unique('key');
    await world.other.hset(key, { a: '1' });
    await world.other.pexpireat(key, 32503680000000);
    const at = Date.now() + 300;
    const payload = { key, at, place: { server: world.runId, database: 0 } };
    const act = () => world.agent.pexpireat(key, at);
    const effect = await perform({
      connector: redis,
      context: world.context,
      apiName: 'redis.keys.expire',
      payload,
      act,
    });
    expect(
      await eventually(
        () => world.other.exists(key),
        (count) => count === 0,
      ),
    ).toBe(0);
    expect(await redis.probeOutcome(effect, world.context)).toEqual(AS_LEFT);
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await world.other.hgetall(key)).toEqual({ a: '1' });
    expect(await world.other.pexpiretime(key)).toBe(32503680000000);
  });

  it.each([
    ['SET', 'b', [], 'done', 'a', true],
    ['SET GET', 'b', ['GET'], 'conflict', 'agent', false],
  ])(
    'says of %s what is known of a value between capture and call',
    async (_, between, options, outcome, left, isUnseen) => {
      const key = unique('key');
      await world.other.set(key, 'a');
      const payload = { key, value: 'agent', options, place: { server: world.runId, database: 0 } };
      const act = async () => {
        await world.other.set(key, between);
        return world.agent.call('SET', key, 'agent', ...options);
      };
      const effect = await perform({
        connector: redis,
        context: world.context,
        apiName: 'redis.keys.set',
        payload,
        act,
      });
      const said = isUnseen ? UNSEEN : expect.stringContaining('is not what follows from the captured value');
      expect(redis.plan(effect).remains).toEqual([said]);
      const report = await undo(effect);
      expect(report).toMatchObject({ outcome });
      expect(report.detail.includes(UNSEEN)).toBe(isUnseen);
      expect(await world.other.get(key)).toBe(left);
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
      const payload = { key, ...more, place: { server: world.runId, database: 0 } };
      const act = () => world.agent.call(command, key, ...words);
      const effect = await perform({
        connector: redis,
        context: world.context,
        apiName: `redis.${operation}`,
        payload,
        act,
      });
      expect(redis.plan(effect)).toMatchObject({ class: 'exact', remains: [] });
    },
  );

  it.each([
    ['redis.keys.set', { key: 'k', value: 'v', newOption: true }, 'newOption'],
    ['redis.keys.set', { key: 'k', value: 'v', options: ['IFEQ', 'x'] }, 'ifeq'],
    ['redis.keys.expire', { key: 'k', at: 1e12, options: ['SOON'] }, 'soon'],
    ['redis.sortedSets.add', { key: 'k', scores: { a: '1' }, options: ['INCR'] }, 'incr'],
  ])('captures no %s of which a word is not known', async (apiName, payload, word) => {
    const captured = await redis.capture({ apiName, payload }, world.context);
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining(word) });
  });
});
