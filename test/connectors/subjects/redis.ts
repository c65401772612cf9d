import { Redis } from 'ioredis';
import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { redis as connector } from '../../../src/connectors/redis/redis.connector.js';
import { unique } from '../../support/client.js';
import { contextWith } from '../../support/google.js';
import { startRedis } from '../../support/redis.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

/** The subject has hashes of Redis, each field a value of its own, and strings. */
export async function redis(): Promise<Subject> {
  const server = await startRedis(undefined, 'secret');
  const client = new Redis({ host: '127.0.0.1', port: server.port, password: 'secret' });
  const runId = /^run_id:(\w+)/m.exec(await client.info('server'))?.[1] ?? '';
  // The server and database to which the agent's client sends its calls, as `wrap()` reports them.
  const place = { server: runId, database: 0 };
  const credentials = { url: `redis://:secret@127.0.0.1:${server.port}` };
  const context = contextWith(credentials);
  const trip = (
    name: string,
    payload: JsonObject,
    act: () => Promise<unknown>,
    state: () => Promise<unknown>,
  ): Trip => ({
    ...{ connector, context, apiName: `redis.${name}`, payload: { ...payload, place }, act, state },
  });
  const newKey = () => {
    const key = unique('key');
    const state = () => client.hgetall(key);
    return {
      ...{ key, state },
      change: (name: string) => {
        const fields = { name };
        return trip('hashes.set', { key, fields }, () => client.hset(key, fields), state);
      },
      set: (field: string, value: string) => client.hset(key, field, value),
      remove: () => trip('keys.del', { keys: [key] }, () => client.del(key), state),
      drop: () => client.del(key),
    };
  };

  return {
    name: 'redis',
    context,
    isBlind: true,
    elsewhere: { url: `${credentials.url}/1` },
    stop: async () => {
      client.disconnect();
      await server.stop();
    },
    newThing: async () => {
      const { key, state, change, set, remove, drop } = newKey();
      await client.hset(key, { name: 'a', note: 'b' });
      return {
        state,
        change,
        remove,
        drop,
        set: (value) => set('name', value),
        setOther: (value) => set('note', value),
      };
    },
    newCounter: async () => {
      const key = unique('counter');
      await client.set(key, '10');
      const state = () => client.get(key);
      return {
        state,
        set: (n) => client.set(key, n),
        change: (by) => trip('numbers.increment', { key, by }, () => client.incrby(key, Number(by)), state),
      };
    },
    // Another client adds an expiry to a string; it adds fields to a hash, and its own fields stay.
    newAbsent: async () => {
      const key = unique('key');
      const state = async () => [await client.get(key), await client.pexpiretime(key)];
      return {
        state,
        make: () => trip('keys.set', { key, value: 'a' }, () => client.set(key, 'a'), state),
        add: () => client.pexpireat(key, 32_503_680_000_000),
        remove: () => trip('keys.del', { keys: [key] }, () => client.del(key), state),
      };
    },
  };
}

export const world: World = {
  places: [{ name: 'redis', open: redis, isConditional: true, needs: 'test/connectors/needs-redis' }],
};
