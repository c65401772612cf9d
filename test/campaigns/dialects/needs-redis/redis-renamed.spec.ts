import { Redis } from 'ioredis';
import type { ConnectorContext, Effect, JsonObject } from '../../../../src/connectors/connector.js';
import { perform } from '../../../../src/connectors/connector.testkit.js';
import { redis } from '../../../../src/connectors/redis/redis.connector.js';
import { transientMemory } from '../../../../src/connectors/undo-memory.js';
import { unique } from '../../../support/client.js';
import { patience } from '../../../support/patience.mjs';
import { startRedis } from '../../../support/redis.mjs';

let server: Awaited<ReturnType<typeof startRedis>>;
let client: Redis;
let context: ConnectorContext;
let place: JsonObject;

beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.port);
  place = { server: /^run_id:(\w+)/m.exec(await client.info('server'))?.[1] ?? '', database: 0 };
  context = { credentials: { url: server.url }, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: patience(600) };
});

afterAll(async () => {
  client.disconnect();
  await server.stop();
});

const undo = (effect: Effect) => redis.undo(effect, 'skip', { ...context, memory: transientMemory() });

describe('a key of Redis that changes its name', () => {
  let from: string;
  let to: string;
  const now = () => client.mget(from, to);
  const call = (operation: string, payload: JsonObject, act: () => Promise<unknown>) =>
    perform({ connector: redis, context, apiName: `redis.keys.${operation}`, payload: { ...payload, place }, act });
  const set = (key: string, value: string) => call('set', { key, value }, () => client.set(key, value));
  const rename = () => call('rename', { key: from, newKey: to }, () => client.rename(from, to));

  beforeEach(async () => {
    [from, to] = [unique('from'), unique('to')];
    await client.set(from, 'before');
  });

  it('by calls of the agent, and is deleted then, is as before after its undo', async () => {
    const effects = [await set(from, 'agent'), await rename(), await call('del', { keys: [to] }, () => client.del(to))];
    expect(await now()).toEqual([null, null]);
    for (const effect of effects.reverse()) expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await now()).toEqual(['before', null]);
  });

  it('after a call of the agent is a conflict, and stays under its new name', async () => {
    const effect = await set(from, 'agent');
    await client.rename(from, to);
    const report = await undo(effect);
    expect(report).toMatchObject({ outcome: 'conflict', detail: expect.stringContaining('Changed since the call') });
    expect(await now()).toEqual([null, 'agent']);
  });

  it('right before the agent deletes it is a conflict, for the deletion says that it found nothing', async () => {
    const act = async () => {
      await client.rename(from, to);
      return client.del(from);
    };
    expect(await undo(await call('del', { keys: [from] }, act))).toMatchObject({ outcome: 'conflict' });
    expect(await now()).toEqual([null, 'before']);
  });

  it('by the agent is not restored over a key that has taken its former name since', async () => {
    const effect = await rename();
    await client.set(from, 'another');
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict' });
    expect(await now()).toEqual(['another', 'before']);
  });
});
