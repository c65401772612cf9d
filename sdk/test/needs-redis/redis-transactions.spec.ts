import type { Redis } from 'ioredis';
import { unique } from '../../../test/support/client.js';
import { eventually } from '../../../test/support/patience.mjs';
import { rollBack } from '../../../test/support/roll-back.js';
import { bare, refused, setup } from './clients.js';

/** ioredis sends MULTI as soon as it is connected, so that its own INFO would be collected, too. */
async function ready() {
  const governed = await setup();
  await governed.wrapped.get('nothing');
  return governed;
}

describe('a transaction that the server collects', () => {
  const begin = (client: Redis) => client.multi({ pipeline: false });

  it('is answered as with the bare client, and each of its writes is asked for, reported and undone', async () => {
    const { wrapped, actions, session } = await ready();
    const results = [];
    const [theirs, ours] = [unique('collected'), unique('collected')];
    for (const [client, key] of [
      [bare, theirs],
      [wrapped, ours],
    ] as const) {
      const begun = [begin(client), client.set(key, '5'), client.get(key), client.incr(key), client.lpush(key, 'x')];
      const executed = client.exec();
      results.push([
        await Promise.all(begun),
        (await executed)?.map(([error, reply]) => error?.message ?? reply),
        await begin(client),
        await client.set(key, 'dropped'),
        await client.discard(),
        await client.incr(key),
        await client.exec().catch((error: Error) => error.message),
      ]);
    }
    expect(results[1]).toEqual(results[0]);
    await session.flush();
    const told = async () => (await actions()).map(({ apiName, status }) => [apiName.slice(6), status]);
    expect(await eventually(told, (all) => !JSON.stringify(all).includes('CLEARED'))).toEqual([
      ['keys.set', 'SUCCESS'],
      ['numbers.increment', 'SUCCESS'],
      ['lists.push', 'FAILED'],
      ['keys.set', 'FAILED'],
      ['numbers.increment', 'SUCCESS'],
    ]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bare.exists(ours)).toBe(0);
  });

  it('that begins before its client is connected is answered as with the bare client, and does not hang', async () => {
    const { wrapped, actions } = await setup();
    const [theirs, ours] = [unique('collected'), unique('collected')];
    const another = bare.duplicate();
    const kinds = async (client: Redis, key: string) => {
      const begun = [begin(client), client.set(key, '5'), client.incr(key)];
      const executed = await client.exec();
      await Promise.all(begun);
      return executed?.map(([error, reply]) => error ?? (typeof reply === 'string' ? reply.slice(0, 8) : reply));
    };
    const [bareKinds, governedKinds] = [await kinds(another, theirs), await kinds(wrapped, ours)];
    another.disconnect();
    expect(governedKinds).toEqual(bareKinds);
    expect(await bare.get(ours)).toBe('6');
    // No answer is assigned to another command.
    const responses = (await actions()).map(({ status, response }) => [status, response]);
    for (const [status, response] of responses)
      expect(['OK', 6, '6', null]).toContainEqual(status === 'SUCCESS' ? [response].flat().at(-1) : null);
    expect(await wrapped.set(unique('collected'), 'after')).toBe('OK');
  });

  it('sends nothing that a policy blocks', async () => {
    const { wrapped, policy } = await ready();
    await policy('redis.keys.del', 'BLOCK');
    const key = unique('collected');
    await bare.set(key, 'kept');
    await wrapped.call('multi');
    await expect(wrapped.del(key)).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(() => wrapped.pipeline()).toThrow(refused);
    expect(await wrapped.exec()).toEqual([]);
    expect(await bare.get(key)).toBe('kept');
  });

  it('that was lost with its connection did not happen, and holds up no call after it', async () => {
    const { wrapped, actions } = await ready();
    const key = unique('collected');
    await begin(wrapped);
    expect(await wrapped.set(key, 'lost')).toBe('QUEUED');
    await bare.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const again = () => wrapped.set(key, 'after').catch(() => null);
    expect(await eventually(again, (answer) => answer === 'OK')).toBe('OK');
    expect(await bare.get(key)).toBe('after');
    const statuses = (await actions()).map(({ status }) => status);
    expect([statuses.at(0), statuses.at(-1)]).toEqual(['FAILED', 'SUCCESS']);
  });
});
