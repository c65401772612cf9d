import type { Redis } from 'ioredis';
import type { JsonObject } from '../connector.js';
import { irreversible, objectSchema, reversible } from '../resource/define.js';
import type { IrreversibleOperation, ResourceOperation } from '../resource/resource.js';
import { hashField } from './hash-field.js';
import { expiry, key } from './key.js';

const name = { type: 'string', minLength: 1 };
const seconds = { type: 'integer', minimum: 1 };
/** Words of the command such as NX and GET: what they keep from happening need not be undone. */
const options = { type: 'array', items: { type: 'string' } };
const text = (payload: JsonObject, field: string) => String(payload[field]);

export const operations: readonly (ResourceOperation<Redis> | IrreversibleOperation)[] = [
  reversible({
    apiName: 'redis.keys.set',
    operationType: 'UPDATE',
    inverse: 'RESTORE of what the key held, or DEL of a new one',
    payloadSchema: objectSchema(['key', 'value'], { key: name, value: { type: 'string' }, seconds, options }),
    notes: 'Keys of up to 1 MB. `seconds`: the key expires then.',
    driftSignal: 'value and type of the key',
    kind: key,
    effect: 'write',
    addresses: (payload) => [{ key: text(payload, 'key') }],
    sets: (payload) => ({ type: 'string', value: text(payload, 'value') }),
  }),
  reversible({
    apiName: 'redis.keys.del',
    operationType: 'DELETE',
    inverse: 'RESTORE of what the keys held, with their expiry',
    payloadSchema: objectSchema(['keys'], { keys: { type: 'array', items: name, minItems: 1, maxItems: 100 } }),
    notes: 'Keys of up to 1 MB.',
    driftSignal: 'whether the key is there again',
    kind: key,
    effect: 'delete',
    addresses: ({ keys }) => (keys as string[]).map((one) => ({ key: one })),
  }),
  reversible({
    apiName: 'redis.keys.expire',
    operationType: 'UPDATE',
    inverse: 'PEXPIREAT with the former moment, or PERSIST',
    payloadSchema: objectSchema(['key', 'at'], { key: name, at: { type: 'integer', minimum: 1 }, options }),
    notes: '`at`: milliseconds since 1970. What has expired meanwhile is gone.',
    driftSignal: 'the moment at which the key expires',
    kind: expiry,
    effect: 'update',
    addresses: (payload) => [{ key: text(payload, 'key') }],
    sets: ({ at }) => ({ expiresAt: at ?? null }),
  }),
  reversible({
    apiName: 'redis.hashes.set',
    operationType: 'UPDATE',
    inverse: 'HSET of the former values, or HDEL of new fields',
    payloadSchema: objectSchema(['key', 'fields'], {
      key: name,
      fields: { type: 'object', minProperties: 1, maxProperties: 100, additionalProperties: { type: 'string' } },
    }),
    notes: 'A hash that the call made is gone with its last field.',
    driftSignal: 'value of each field',
    kind: hashField,
    effect: 'write',
    addresses: ({ key: hash, fields }) =>
      Object.keys(fields as JsonObject).map((field) => ({ key: String(hash), field })),
    sets: ({ fields }, address) => ({ value: (fields as JsonObject)[String(address?.field)] ?? null }),
  }),
  irreversible('redis.channels.publish', 'EXECUTE', 'What was published has been heard.'),
  irreversible('redis.database.flush', 'DELETE', 'FLUSHDB and FLUSHALL: more than a precapture could hold.'),
  irreversible(
    'redis.commands.execute',
    'EXECUTE',
    'Any other command that may write. It is never run or captured here.',
    objectSchema(['command', 'args'], { command: name, args: { type: 'array' } }),
  ),
];
