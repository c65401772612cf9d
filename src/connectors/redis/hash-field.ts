import type { Redis } from 'ioredis';
import type { ResourceKind } from '../resource/resource.js';

const shown = (key: unknown, field: unknown) => `${JSON.stringify(key)} ${JSON.stringify(field)}`;

/** One field of a hash: the others may be somebody else's. */
export const hashField: ResourceKind<Redis> = {
  name: 'hash field',
  shown: ({ key, field }) => `hash field ${shown(key, field)}`,
  read: async (client, { key, field }) => {
    const value = await client.hget(String(key), String(field));
    return value === null ? null : { fields: { value } };
  },
  write: {
    shown: ({ key, field }, { value }) => `HSET ${shown(key, field)} ${JSON.stringify(value)}`,
    run: async (client, { key, field }, { value }) => {
      await client.hset(String(key), String(field), String(value));
      return undefined;
    },
  },
  remove: {
    shown: ({ key, field }) => `HDEL ${shown(key, field)}`,
    run: async (client, { key, field }) => {
      await client.hdel(String(key), String(field));
      return undefined;
    },
  },
};
