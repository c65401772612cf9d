import { Redis } from 'ioredis';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { redis } from '../../src/connectors/redis/redis.connector.js';
import { unique } from '../support/client.js';
import { startRedis } from '../support/redis.mjs';
import { tripThroughService } from '../support/service-trip.js';

let server: Awaited<ReturnType<typeof startRedis>>;
let agent: Redis;
let context: ConnectorContext;

beforeAll(async () => {
  server = await startRedis(undefined, 'secret');
  agent = new Redis({ host: '127.0.0.1', port: server.port, password: 'secret' });
  context = {
    credentials: { url: `redis://:secret@127.0.0.1:${server.port}` },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: 2_000,
  };
});

afterAll(async () => {
  agent.disconnect();
  await server.stop();
});

const seen = async (key: string) => [await agent.type(key), await agent.dump(key), await agent.pexpiretime(key)];

function trip(apiName: string, payload: JsonObject, keys: string[], act: () => Promise<unknown>): Trip {
  return { connector: redis, context, apiName, payload, act, state: () => Promise.all(keys.map(seen)) };
}

const set = (key: string, value: string) => trip('redis.keys.set', { key, value }, [key], () => agent.set(key, value));

describe('the redis connector', () => {
  it('removes a key that SET made', async () => {
    await roundTrip(set(unique('key'), 'new'));
  });

  it('brings back a list, its order and its expiry after SET has replaced it', async () => {
    const key = unique('key');
    await agent.rpush(key, 'a', 'b', 'a');
    await agent.expire(key, 3600);
    await roundTrip(set(key, 'over it'));
  });

  it('brings back keys of any type after DEL', async () => {
    const [hash, text] = [unique('hash'), unique('text')];
    await agent.hset(hash, { a: '1', b: '2' });
    await agent.set(text, Buffer.from([0, 255, 128]));
    await roundTrip(trip('redis.keys.del', { keys: [hash, text] }, [hash, text], () => agent.del(hash, text)));
  });

  it('brings back the moment at which a key expires, or that it does not', async () => {
    const [never, later] = [unique('never'), unique('later')];
    await agent.set(never, 'x');
    await agent.set(later, 'x', 'PXAT', Date.now() + 3_600_000);
    for (const key of [never, later]) {
      const at = Date.now() + 60_000;
      await roundTrip(trip('redis.keys.expire', { key, at }, [key], () => agent.pexpireat(key, at)));
    }
  });

  it('brings back the fields of a hash that HSET changed, and leaves the others to whoever changed them', async () => {
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

  it('leaves a key alone that somebody else has set since, unless it is forced', async () => {
    const key = unique('key');
    await agent.set(key, 'before');
    const call = set(key, 'agent');
    const effect = await refusesAfter(call, () => agent.set(key, 'somebody'));
    const report = await undo(call, effect, 'force');
    expect(report.outcome).toBe('done');
    expect(report.items[0]?.fields).toContainEqual({
      field: 'value',
      before: 'before',
      after: 'agent',
      now: 'somebody',
      result: 'forced',
    });
    expect(await agent.get(key)).toBe('before');
  });

  it('knows whether a call of unknown outcome happened', async () => {
    const key = unique('key');
    await agent.set(key, 'before');
    const call = set(key, 'agent');
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await redis.settle(effect, context)).toBe('not-happened');
    await agent.set(key, 'agent');
    expect(await redis.settle(effect, context)).toBe('happened');
    await agent.set(key, 'somebody');
    expect(await redis.settle(effect, context)).toBe('unknown');
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
    expect(plan[0]).toMatchObject({ class: 'exact', calls: [`RESTORE "${key}" … REPLACE ABSTTL`] });
  });
});
