import type { OperationDefinition, OperationType } from '../connector.js';
import { irreversible, objectSchema } from '../resource/define.js';
import type { Rule } from './rules/rule.js';
import { type Name, ruleOf } from './rules/rules.js';

/** An operation that can be undone, with the rule of its effect. */
export interface RedisOperation extends OperationDefinition {
  readonly rule: Rule;
}

const text = { type: 'string' };
const name = { type: 'string', minLength: 1 };
const whole = { type: 'integer' };
const count = { type: 'integer', minimum: 1 };
const seconds = count;
const number = { type: 'string', pattern: '^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?$' };
const end = { enum: ['left', 'right'] };
const texts = { type: 'array', items: text, minItems: 1, maxItems: 100 };
const named = (values: object) => ({
  type: 'object',
  minProperties: 1,
  maxProperties: 100,
  additionalProperties: values,
});
/** Words of the command such as NX and GET. */
const options = { type: 'array', items: text };
const nx = { type: 'array', items: { enum: ['NX'] } };
/**
 * The place to which the client sent the call, and the earlier commands of the same transaction: for comparing only,
 * see `worldBefore`.
 */
const circumstances = {
  place: objectSchema(['database'], { address: text, database: { type: 'integer', minimum: 0 }, server: text }),
  precededBy: {
    type: 'array',
    maxItems: 100,
    items: objectSchema(['operation', 'payload'], { operation: text, payload: { type: 'object' } }),
  },
};

function operation(
  own: Name,
  operationType: OperationType,
  inverse: string,
  properties: object,
  required = Object.keys(properties),
): RedisOperation {
  const [resource = '', verb = ''] = own.split('.');
  return {
    ...{ apiName: `redis.${own}`, resource, verb, operationType, inverse },
    ...{ reversibility: 'exact', precapture: 'required', notes: NOTES[resource] ?? null },
    payloadSchema: objectSchema(required, { ...properties, ...circumstances }),
    driftSignal: DRIFT[resource] ?? null,
    rule: ruleOf(own) as Rule,
  };
}

const NOTES: Record<string, string> = {
  keys: 'Keys of up to 1 MB. Data that has expired meanwhile is not restored.',
  numbers: 'Goes back to the captured number while it is that number and the amount.',
  hashes: 'Field by field; an increment as one of a number.',
  lists: 'Lists of up to 1 MB. What other clients push to and pop from the ends stays.',
  sets: 'Member by member.',
  sortedSets: 'Member by member; an increment as one of a number.',
};
const DRIFT: Record<string, string> = {
  keys: 'value of the key and, by itself, the moment at which it expires',
  numbers: 'whether the key holds the captured number and the amount',
  hashes: 'value of each field',
  lists: 'the elements around those that the call changed',
  sets: 'whether each member is there',
  sortedSets: 'score of each member',
};

export const reversibles: readonly RedisOperation[] = [
  operation(
    'keys.set',
    'UPDATE',
    'SET or RESTORE of what the key held, or DEL of a new one',
    { key: name, value: text, seconds, options },
    ['key', 'value'],
  ),
  operation(
    'keys.setMany',
    'UPDATE',
    'SET or RESTORE of what the keys held, or DEL of new ones',
    { values: named(text), options: nx },
    ['values'],
  ),
  operation('keys.del', 'DELETE', 'SET or RESTORE of what the keys held, with their expiry', {
    keys: { ...texts, items: name },
  }),
  operation(
    'keys.expire',
    'UPDATE',
    'PEXPIREAT with the former moment, or PERSIST',
    { key: name, at: count, options },
    ['key', 'at'],
  ),
  operation('keys.persist', 'UPDATE', 'PEXPIREAT with the former moment', { key: name }),
  operation(
    'keys.rename',
    'UPDATE',
    'what both keys held, with their expiry',
    { key: name, newKey: name, options: nx },
    ['key', 'newKey'],
  ),
  operation('numbers.increment', 'UPDATE', 'SET of the former number', { key: name, by: number }),
  operation(
    'hashes.set',
    'UPDATE',
    'HSET of the former values, or HDEL of new fields',
    { key: name, fields: named(text), options: nx },
    ['key', 'fields'],
  ),
  operation('hashes.del', 'DELETE', 'HSET of the former values', { key: name, fields: texts }),
  operation('hashes.increment', 'UPDATE', 'HSET of the former number, or HDEL of a new field', {
    key: name,
    field: text,
    by: number,
  }),
  operation(
    'lists.push',
    'UPDATE',
    'the list without the new elements',
    { key: name, values: texts, end, onlyIfThere: { type: 'boolean' } },
    ['key', 'values', 'end'],
  ),
  operation('lists.pop', 'UPDATE', 'the list with the elements at their places', { key: name, end, count }, [
    'key',
    'end',
  ]),
  operation('lists.remove', 'UPDATE', 'the list with the elements at their places', {
    key: name,
    count: whole,
    value: text,
  }),
  operation('lists.set', 'UPDATE', 'the list with the former element', { key: name, index: whole, value: text }),
  operation('lists.trim', 'UPDATE', 'the list with the elements at their places', {
    key: name,
    start: whole,
    stop: whole,
  }),
  operation('lists.insert', 'UPDATE', 'the list without the new element', {
    key: name,
    where: { enum: ['before', 'after'] },
    pivot: text,
    value: text,
  }),
  operation('sets.add', 'UPDATE', 'SREM of new members', { key: name, members: texts }),
  operation('sets.remove', 'UPDATE', 'SADD of the former members', { key: name, members: texts }),
  operation('sets.pop', 'UPDATE', 'SADD of the members that the answer names', { key: name, count }, ['key']),
  operation(
    'sortedSets.add',
    'UPDATE',
    'ZADD of the former scores, or ZREM of new members',
    { key: name, scores: named(number), options },
    ['key', 'scores'],
  ),
  operation('sortedSets.remove', 'UPDATE', 'ZADD of the former scores', { key: name, members: texts }),
  operation('sortedSets.increment', 'UPDATE', 'ZADD of the former score, or ZREM of a new member', {
    key: name,
    member: text,
    by: number,
  }),
];

export const irreversibles = [
  irreversible(
    'redis.channels.publish',
    'EXECUTE',
    'What was published has been heard.',
    objectSchema(['channel', 'message'], { channel: name, message: text, ...circumstances }),
  ),
  irreversible('redis.database.flush', 'DELETE', 'FLUSHDB and FLUSHALL: more than a precapture could hold.'),
  irreversible(
    'redis.commands.execute',
    'EXECUTE',
    'Any other command that may write: only its name is known. It is never captured.',
    objectSchema(['command', 'args'], { command: name, args: { type: 'array' } }),
  ),
];
