import { isConditionFailed, methodOfCommand, sent, toInput } from '../aws/perform.js';
import type { Json, JsonObject } from '../connector.js';
import { type CapturedItem, NotCapturable, type Performing } from '../resource/resource.js';
import type { Dynamo } from './client.js';
import { absent, unchanged } from './conditions.js';
import { keyOf } from './item.js';

/** The method of the client that makes each operation, by its name without the connector's. */
const METHODS: Readonly<Record<string, string>> = {
  'items.put': 'putItem',
  'items.update': 'updateItem',
  'items.delete': 'deleteItem',
  'items.batchWrite': 'batchWriteItem',
  'items.transactWrite': 'transactWriteItems',
  'tables.create': 'createTable',
  'tables.update': 'updateTable',
  'tables.delete': 'deleteTable',
  'tables.updateTimeToLive': 'updateTimeToLive',
  'items.get': 'getItem',
  'items.query': 'query',
  'items.scan': 'scan',
  'items.batchGet': 'batchGetItem',
  'items.transactGet': 'transactGetItems',
  'tables.list': 'listTables',
  'tables.get': 'describeTable',
  'tables.getTimeToLive': 'describeTimeToLive',
  'tables.getBackups': 'describeContinuousBackups',
  'tables.listTags': 'listTagsOfResource',
  'backups.list': 'listBackups',
};

/** PartiQL, by the member that holds the statements. */
const STATEMENTS: Readonly<Record<string, string>> = {
  Statement: 'executeStatement',
  Statements: 'batchExecuteStatement',
  TransactStatements: 'executeTransaction',
};

const CONDITIONAL = ['items.put', 'items.update', 'items.delete'];
const TRANSACTIONS = ['items.transactWrite'];
/** DynamoDB knows a token for ten minutes. */
const TOKEN_KNOWN_MS = 9 * 60_000;

/** Writes of one item are conditional on all that was captured of it; transactions have the action's id as their token. */
export const performing: Performing<Dynamo> = {
  isKeyed: (path) => TRANSACTIONS.includes(path),
  keyKnownMs: TOKEN_KNOWN_MS,
  isConditional: ({ path, captured }) => CONDITIONAL.includes(path) && captured.length === 1,
  isOvertaken: isConditionFailed,
  call: ({ client }, path, payload, key, captured) => {
    if (path === 'commands.send')
      return sent(client, methodOfCommand(payload, ALL_METHODS, 'dynamodb'), toInput(payload.input ?? null));
    if (path === 'statements.execute') return sent(client, statementOf(payload), toBytes(payload));
    const input = { ...toBytes(payload), ...conditionsOf(path, payload, captured), ...tokenOf(path, payload, key) };
    return sent(client, METHODS[path] ?? path, input);
  },
};

const ALL_METHODS = { ...METHODS, 'statements.execute': STATEMENTS.Statement ?? '' };

function statementOf(payload: JsonObject): string {
  const found = Object.keys(STATEMENTS).filter((member) => member in payload);
  const [member = ''] = found;
  if (found.length !== 1)
    throw new NotCapturable('the payload must have one of Statement, Statements, TransactStatements');
  return STATEMENTS[member] ?? '';
}

/** Text in an attribute of bytes is its UTF-8. */
const toBytes = (payload: JsonObject) => toInput(attributesIn(payload) as Json) as JsonObject;

function attributesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(attributesIn);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => {
    const isBytes = name === 'B' && typeof one === 'string';
    return [name, isBytes ? { $base64: Buffer.from(one).toString('base64') } : attributesIn(one)] as const;
  });
  return Object.fromEntries(members);
}

/** The condition of the call, and that the item is as it was captured. */
function conditionsOf(path: string, payload: JsonObject, captured: readonly CapturedItem[]) {
  const [item] = captured;
  if (!CONDITIONAL.includes(path) || item === undefined) return {};
  if ('Expected' in payload || 'ConditionalOperator' in payload)
    throw new NotCapturable('Expected is not performed: use a ConditionExpression');
  const { address, reading } = item;
  const own = reading ? unchanged(reading.fields, 'captured') : absent(Object.keys(keyOf(address)), 'captured');
  const { ConditionExpression: asked } = payload;
  const values = { ...(toBytes(payload).ExpressionAttributeValues as object), ...own.ExpressionAttributeValues };
  return {
    ConditionExpression: asked === undefined ? own.ConditionExpression : `(${asked}) AND ${own.ConditionExpression}`,
    ExpressionAttributeNames: { ...(payload.ExpressionAttributeNames as object), ...own.ExpressionAttributeNames },
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

function tokenOf(path: string, payload: JsonObject, key: string) {
  if (!TRANSACTIONS.includes(path)) return {};
  if ('ClientRequestToken' in payload) throw new NotCapturable('the token of a performed call is the id of its action');
  return { ClientRequestToken: key };
}
