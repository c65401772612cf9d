import type { JsonObject } from '../connector.js';
import { objectSchema, reading } from '../resource/define.js';
import { text as textIn, texts as textsIn } from './rules/rule.js';
import type { Command } from './server/transport.js';

const text = { type: 'string' };
const key = { type: 'string', minLength: 1 };
const whole = { type: 'integer' };
const keys = { type: 'array', items: key, minItems: 1, maxItems: 100 };
const cursor = { type: 'string', pattern: '^\\d+$' };
const count = { type: 'integer', minimum: 1, maximum: 1000 };
const range = { key, start: whole, stop: whole };

interface Read {
  readonly schema: object;
  readonly notes?: string;
  command(payload: JsonObject): Command;
}

const ofKey = (command: string, notes?: string): Read => ({
  schema: objectSchema(['key'], { key }),
  ...(notes !== undefined && { notes }),
  command: (payload) => [command, textIn(payload, 'key')],
});

/** The pattern and the page size of a scan. */
const scanned = (payload: JsonObject): string[] => [
  ...(payload.match === undefined ? [] : ['MATCH', textIn(payload, 'match')]),
  ...['COUNT', String(payload.count ?? 100)],
];

const scanning = (command: string): Read => ({
  schema: objectSchema(['key'], { key, cursor, match: text, count }),
  notes: 'Page by page: answers the cursor of the next page, `"0"` after the last one.',
  command: (payload) => [command, textIn(payload, 'key'), String(payload.cursor ?? '0'), ...scanned(payload)],
});

const ranging = (command: string, more: readonly string[] = []): Read => ({
  schema: objectSchema(['key'], range),
  notes: 'The first 1000 where no range is given.',
  command: (payload) => [
    command,
    textIn(payload, 'key'),
    Number(payload.start ?? 0),
    Number(payload.stop ?? 999),
    ...more,
  ],
});

const READS: Readonly<Record<string, Read>> = {
  'keys.get': ofKey('get', 'A string; null where there is no such key.'),
  'keys.getMany': {
    schema: objectSchema(['keys'], { keys }),
    command: (payload) => ['mget', ...textsIn(payload, 'keys')],
  },
  'keys.exists': {
    schema: objectSchema(['keys'], { keys }),
    notes: 'How many of the keys are there.',
    command: (payload) => ['exists', ...textsIn(payload, 'keys')],
  },
  'keys.type': ofKey('type'),
  'keys.expiresAt': ofKey('pexpiretime', 'Milliseconds since 1970; -1: never, -2: no such key.'),
  'keys.list': {
    schema: objectSchema([], { cursor, match: text, count, type: text }),
    notes: 'SCAN, page by page: answers the cursor of the next page, `"0"` after the last one.',
    command: (payload) =>
      [
        ...['scan', String(payload.cursor ?? '0'), ...scanned(payload)],
        ...(payload.type === undefined ? [] : ['TYPE', textIn(payload, 'type')]),
      ] as unknown as Command,
  },
  'hashes.get': {
    schema: objectSchema(['key', 'fields'], { key, fields: { ...keys, items: text } }),
    command: (payload) => ['hmget', textIn(payload, 'key'), ...textsIn(payload, 'fields')],
  },
  'hashes.list': scanning('hscan'),
  'lists.range': ranging('lrange'),
  'lists.length': ofKey('llen'),
  'sets.list': scanning('sscan'),
  'sets.has': {
    schema: objectSchema(['key', 'member'], { key, member: text }),
    command: (payload) => ['sismember', textIn(payload, 'key'), textIn(payload, 'member')],
  },
  'sortedSets.range': ranging('zrange', ['WITHSCORES']),
  'sortedSets.score': {
    schema: objectSchema(['key', 'member'], { key, member: text }),
    command: (payload) => ['zscore', textIn(payload, 'key'), textIn(payload, 'member')],
  },
  'streams.range': {
    schema: objectSchema(['key'], { key, start: text, stop: text, count }),
    command: (payload) =>
      [
        ...['xrange', textIn(payload, 'key'), String(payload.start ?? '-'), String(payload.stop ?? '+')],
        ...['COUNT', String(payload.count ?? 100)],
      ] as unknown as Command,
  },
  'database.size': { schema: objectSchema([], {}), command: () => ['dbsize'] },
};

/** The reads of keys; none of their commands changes anything. */
export const reads = Object.entries(READS).map(([name, { schema, notes = null }]) =>
  reading(`redis.${name}`, schema, notes),
);

/** Undefined for an operation that writes. @param name without `redis.` */
export const readingCommand = (name: string, payload: JsonObject): Command | undefined => READS[name]?.command(payload);

/** The keys that a read names. */
export const keysRead = ({ key: one, keys: many }: Readonly<Record<string, unknown>>): readonly unknown[] | null =>
  Array.isArray(many) ? many : one === undefined ? null : [one];

export const isRead = (name: string): boolean => Object.hasOwn(READS, name);
