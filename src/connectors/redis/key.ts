import type { Redis } from 'ioredis';
import type { JsonObject } from '../connector.js';
import { type Address, NotCapturable, type Reading, type ResourceKind } from '../resource/resource.js';

const MOST_BYTES = 1_000_000;
const NO_EXPIRY = -1;

const keyOf = (address: Address) => String(address.key);
const shownKey = (address: Address) => JSON.stringify(address.key);

/**
 * A whole key: `dump` is what DUMP answers, so that every type comes back as it was; `value` is the text of a string
 * key; `expiresAt` in milliseconds, null when it does not expire.
 */
export const key: ResourceKind<Redis> = {
  name: 'key',
  shown: (address) => `key ${shownKey(address)}`,
  read,
  write: { shown: shownRestore, run: restore },
  recreate: { shown: shownRestore, run: restore },
  remove: {
    shown: (address) => `DEL ${shownKey(address)}`,
    run: async (client, address) => {
      await client.del(keyOf(address));
      return undefined;
    },
  },
};

/** The expiry of a key, and nothing else of it. */
export const expiry: ResourceKind<Redis> = {
  ...key,
  name: 'expiry',
  write: {
    shown: (address, { expiresAt }) =>
      expiresAt === null ? `PERSIST ${shownKey(address)}` : `PEXPIREAT ${shownKey(address)} ${expiresAt}`,
    run: async (client, address, { expiresAt }) => {
      if (expiresAt === null) await client.persist(keyOf(address));
      else await client.pexpireat(keyOf(address), Number(expiresAt));
      return undefined;
    },
  },
};

async function read(client: Redis, address: Address): Promise<Reading | null> {
  const name = keyOf(address);
  const [size, type, expiresAt] = await Promise.all([
    client.memory('USAGE', name),
    client.type(name),
    client.pexpiretime(name),
  ]);
  if (size === null || type === 'none') return null;
  if (size > MOST_BYTES) throw new NotCapturable(`the key ${shownKey(address)} holds more than 1 MB`);
  const [dump, value] = await Promise.all([client.dumpBuffer(name), type === 'string' ? client.get(name) : null]);
  if (!dump) return null;
  const fields: JsonObject = {
    type,
    dump: dump.toString('base64'),
    expiresAt: expiresAt === NO_EXPIRY ? null : expiresAt,
  };
  return { fields: type === 'string' ? { ...fields, value } : fields };
}

function shownRestore(address: Address): string {
  return `RESTORE ${shownKey(address)} … REPLACE ABSTTL`;
}

async function restore(client: Redis, address: Address, fields: JsonObject, { before }: { before: JsonObject | null }) {
  const { dump, expiresAt } = before ?? fields;
  const bytes = Buffer.from(String(dump), 'base64');
  await client.call('RESTORE', keyOf(address), Number(expiresAt ?? 0), bytes, 'REPLACE', 'ABSTTL');
  return undefined;
}
