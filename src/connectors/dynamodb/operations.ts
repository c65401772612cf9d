import type { Json, JsonObject } from '../connector.js';
import { sum } from '../decimal.js';
import { type CallFacts, type FactReader, type FactValue, type ReadCall, together } from '../facts/facts.js';
import { irreversible, objectSchema, reversible } from '../resource/define.js';
import {
  type Address,
  type IrreversibleOperation,
  NotCapturable,
  type Replaced,
  type ResourceOperation,
  type Sums,
} from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { canonicalItem } from './attribute-values.js';
import {
  addressesOf,
  batchOf,
  clausesOf,
  deletionOf,
  type ItemChange,
  isUnprocessed,
  putOf,
  setsOf,
  updateOf,
} from './changes.js';
import type { Dynamo } from './client.js';
import { item, keyOf } from './item.js';
import { batchSchema, deleteSchema, putSchema, updateSchema } from './schemas.js';
import type { Clause, Operand } from './update-expression.js';

/** These are attributes that an UpdateExpression adds to, as in `ADD n :x` and `SET n = if_not_exists(n, :zero) + :x`. */
const sums: Sums = {
  added: (payload) => Object.fromEntries(clausesIn(payload).flatMap(additionOf)),
  declared: ({ table }, field) => `${table}.${field}`,
  less: (now, amount) => {
    const number = numberIn(now);
    const left = number === null ? null : sum(number, -1, amount);
    return left === null ? null : { N: left };
  },
  key: (address: Address) => Object.keys(keyOf(address)),
};

function clausesIn(payload: JsonObject): Clause[] {
  try {
    return clausesOf(payload);
  } catch (error) {
    if (error instanceof NotCapturable) return [];
    throw error;
  }
}

/** Answers the name of an attribute and the amount that the clause adds to it; nothing for a part of an attribute. */
function additionOf(clause: Clause): [string, string][] {
  const [name, ...rest] = clause.path;
  if (rest.length > 0) return [];
  const amount =
    clause.does === 'ADD' ? numberIn(clause.value) : clause.does === 'SET' ? addedBy(clause.to, name) : null;
  return amount === null ? [] : [[name, amount]];
}

function addedBy(operand: Operand, name: string): string | null {
  if (operand.is !== 'sum') return null;
  const { one, sign, other } = operand;
  if (isFormer(one, name) && other.is === 'value') return signed(numberIn(other.value), sign);
  return sign === 1 && isFormer(other, name) && one.is === 'value' ? numberIn(one.value) : null;
}

const isFormer = (operand: Operand, name: string): boolean =>
  (operand.is === 'path' || operand.is === 'if_not_exists') && operand.path.length === 1 && operand.path[0] === name;

const signed = (number: string | null, sign: 1 | -1) => (number === null ? null : sum('0', sign, number));

function numberIn(value: Json): string | null {
  const { N } = (value ?? {}) as { N?: Json };
  return typeof N === 'string' ? N : null;
}

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'items.put': 'Put item in {TableName}: {Item}',
  'items.update': 'Update {TableName} {Key}[: {UpdateExpression|AttributeUpdates:text}]',
  'items.delete': 'Delete {TableName} {Key}',
  'items.batchWrite': 'Write items: {RequestItems}',
  'items.transactWrite': 'Write in a transaction: {TransactItems}',
  'statements.execute': 'PartiQL: {Statement|Statements|TransactStatements}[ with {Parameters}]',
  'tables.create': 'Create table {TableName}',
  'tables.update': 'Change table {TableName}[: {*:text}]',
  'tables.delete': 'Delete table {TableName}',
  'tables.updateTimeToLive': 'Set time to live of {TableName}: {TimeToLiveSpecification:text}',
  'commands.send': 'DynamoDB {command}: {input}',
};

/** An operation is determined by the change of its payload to each item. */
const writing = (changesOf: (payload: JsonObject) => ItemChange[]) =>
  ({
    kind: item,
    effect: 'write',
    driftSignal: 'value of each attribute; a condition on them when it is written',
    addresses: (payload) => addressesOf(changesOf(payload)),
    sets: (payload, address, before) => setsOf(changesOf(payload), address, before),
    replaced: replacedBy,
  }) satisfies Partial<ResourceOperation<Dynamo>>;

export const operations: readonly (ResourceOperation<Dynamo> | IrreversibleOperation)[] = [
  reversible({
    apiName: 'dynamodb.items.put',
    operationType: 'UPDATE',
    inverse: 'UpdateItem with the former attributes, or DeleteItem of a new item, while it is as it was read',
    payloadSchema: putSchema,
    notes: 'Items of up to 100 attributes. What a stream has carried on stays carried on.',
    ...writing((payload) => [putOf(payload)]),
  }),
  reversible({
    apiName: 'dynamodb.items.update',
    operationType: 'UPDATE',
    inverse: 'UpdateItem with the former attributes, or DeleteItem of a new item, while it is as it was read',
    payloadSchema: updateSchema,
    notes:
      'With an UpdateExpression, on items of up to 100 attributes; whole attributes are brought back, numbers that it added to as well.',
    ...writing((payload) => [updateOf(payload)]),
    sums,
  }),
  reversible({
    apiName: 'dynamodb.items.delete',
    operationType: 'DELETE',
    inverse: 'PutItem of what was there, while nothing has its key',
    payloadSchema: deleteSchema,
    notes: 'Items of up to 100 attributes. What a stream has carried on stays carried on.',
    ...writing((payload) => [deletionOf(payload)]),
    effect: 'delete',
    driftSignal: 'whether the item is there again',
  }),
  reversible({
    apiName: 'dynamodb.items.batchWrite',
    operationType: 'UPDATE',
    inverse: 'item by item, as of items.put and items.delete',
    payloadSchema: batchSchema,
    notes: 'Up to 25 items. Those that DynamoDB did not process are as they were.',
    ...writing(batchOf),
    isLeftOut: isUnprocessed,
  }),
  irreversible('dynamodb.items.transactWrite', 'UPDATE', 'Write its items one by one where they shall be undone.'),
  irreversible(
    'dynamodb.statements.execute',
    'EXECUTE',
    'PartiQL is not read: write items where they shall be undone.',
  ),
  irreversible('dynamodb.tables.create', 'CREATE', 'Deleting the table would delete what others wrote into it.'),
  irreversible('dynamodb.tables.update', 'UPDATE', 'Indexes and throughput are changed and paid for at once.'),
  irreversible('dynamodb.tables.delete', 'DELETE', 'All items are gone; a backup restores them to another table.'),
  irreversible('dynamodb.tables.updateTimeToLive', 'UPDATE', 'Expired data is not restored.'),
  irreversible(
    'dynamodb.commands.send',
    'EXECUTE',
    'Any other command that may write: only its name is known.',
    objectSchema(['command', 'input'], { command: { type: 'string' }, input: { type: 'object' } }),
  ),
];

type Input = ReadCall['payload'];

/** PartiQL is not read: it may touch any table. */
export const facts: FactReader = {
  names: ['target.table'],
  of: ({ apiName, payload }): CallFacts => {
    if (apiName === 'dynamodb.statements.execute') return { 'target.table': 'unknown' };
    const input = apiName === 'dynamodb.commands.send' ? payload.input : payload;
    return { 'target.table': tablesIn((input ?? {}) as Input) };
  },
};

function tablesIn({ TableName, RequestItems, TransactItems }: Input): FactValue {
  const named: unknown[] = TableName === undefined ? [] : [TableName];
  if (typeof RequestItems === 'object' && RequestItems !== null) named.push(...Object.keys(RequestItems));
  if (Array.isArray(TransactItems))
    for (const item of TransactItems) named.push(...Object.values((item ?? {}) as object).map((one) => one?.TableName));
  return named.length === 0 ? 'unknown' : together(named.map(table));
}

/** A name, or an ARN, which ends in `table/<name>`. */
function table(text: unknown): FactValue {
  if (typeof text !== 'string' || text === '') return 'unknown';
  if (!text.startsWith('arn:')) return [{ readings: [text] }];
  const [, name] = /:table\/([^/]+)/.exec(text) ?? [];
  return name === undefined ? 'unknown' : [{ readings: [name], aliases: [text] }];
}

/** The item's state before the call, from DynamoDB's answer for `ReturnValues` and from the condition of the call. */
function replacedBy(payload: JsonObject, response: Json | undefined, address: Address): Replaced {
  const conditional = conditionOf(payload, Object.keys(keyOf(address)));
  if (response === undefined) return conditional;
  const { Attributes } = objectOf(response);
  const attributes = Attributes === undefined ? null : canonicalItem(objectOf(Attributes));
  switch (payload.ReturnValues) {
    case 'ALL_OLD':
      return { fields: attributes, isWhole: true };
    case 'UPDATED_OLD':
      // For a path within an attribute the answer holds that part alone.
      return /[.[]/.test(String(payload.UpdateExpression)) ? conditional : { fields: attributes ?? {}, isWhole: true };
    case 'ALL_NEW':
      return { ...conditional, beside: attributes ?? {} };
    default:
      return conditional;
  }
}

const ABSENT = /^attribute_not_exists\s*\(\s*([#\w]+)\s*\)$/i;
const EQUAL = /^([#\w]+)\s*=\s*(:\w+)$/;

/**
 * Attributes that a condition names with their values: DynamoDB would have refused the call if one had another value.
 */
function conditionOf(payload: JsonObject, key: readonly string[]): Replaced {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = payload;
  if (typeof ConditionExpression !== 'string' || /\b(OR|NOT|BETWEEN)\b/i.test(ConditionExpression)) return {};
  const [names, values] = [objectOf(ExpressionAttributeNames), canonicalItem(objectOf(ExpressionAttributeValues))];
  const nameOf = (token: string) => (token.startsWith('#') ? String(names[token]) : token);
  const fields: JsonObject = {};
  for (const part of ConditionExpression.split(/\s+AND\s+/i).map((one) => one.trim())) {
    const [, absent] = ABSENT.exec(part) ?? [];
    const [, name, value = ''] = EQUAL.exec(part) ?? [];
    if (absent && key.includes(nameOf(absent))) return { fields: null };
    if (absent) fields[nameOf(absent)] = null;
    else if (name) fields[nameOf(name)] = values[value] ?? null;
  }
  return { fields };
}
