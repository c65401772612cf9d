import type { JsonObject } from '../../json.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { Parameters } from '../../method-client/signature.js';
import { awsClient } from './aws.js';

const READING = /^(Get|BatchGet|TransactGet|Query$|Scan$|Describe|List)/;

/** `DynamoDBClient` and `DynamoDB` of `@aws-sdk/client-dynamodb`. */
export const dynamodb = awsClient({
  id: 'dynamodb',
  expects: 'a DynamoDBClient or DynamoDB of @aws-sdk/client-dynamodb',
  serviceId: 'DynamoDB',
  reading: READING,
  commands: {
    PutItem: 'items.put',
    UpdateItem: 'items.update',
    DeleteItem: 'items.delete',
    BatchWriteItem: 'items.batchWrite',
    TransactWriteItems: 'items.transactWrite',
    ExecuteStatement: 'statements.execute',
    BatchExecuteStatement: 'statements.execute',
    ExecuteTransaction: 'statements.execute',
    CreateTable: 'tables.create',
    UpdateTable: 'tables.update',
    DeleteTable: 'tables.delete',
    UpdateTimeToLive: 'tables.updateTimeToLive',
  },
  readsOnly: selects,
  isRead: ({ headers, body }) => {
    const command = targetOf(headers);
    return READING.test(command) || selects(command, parsed(body));
  },
  // Commands of a document client leave the last word out: `Put`, `TransactWrite`.
  isOf: (command, { headers }) => [command, `${command}Item`, `${command}Items`].includes(targetOf(headers)),
  mayDo: (command, input) => {
    const isBatch = /^(Batch|Transact)Write$/.test(command) ? [`items.${lowered(command)}`] : [];
    const names = [command, ...requestsOf(input).flatMap((one) => Object.keys(objectOf(one)))];
    return [...isBatch, ...names.flatMap((name) => ON_ITEMS[name] ?? []), ...statementsOf(input).flatMap(byPartiQl)];
  },
  isIdempotent: (command, input) => {
    if (command === 'UpdateItem') return setsOnly(input);
    // Transactions are sent with a token, with which the provider carries them out once.
    if (/Transact/.test(command)) return true;
    return /Statement$/.test(command) ? false : undefined;
  },
  simulate: (command, input) => {
    if (command === 'BatchWriteItem') return { UnprocessedItems: {} };
    if (/^(Create|Update|Delete)Table$/.test(command)) return { TableDescription: { TableName: input.TableName } };
    return /^BatchExecute|^ExecuteTransaction/.test(command) ? { Responses: [] } : {};
  },
});

const targetOf = (headers: Parameters): string => String(headers['x-amz-target']).split('.').at(-1) ?? '';

const NAME = '[#\\w.]+';
const listOf = (one: string) => `${one}(?:\\s*,\\s*${one})*`;
const SETTING = new RegExp(
  `^\\s*(?:SET\\s+${listOf(`${NAME}\\s*=\\s*:\\w+`)}|REMOVE\\s+${listOf(NAME)})(?:\\s+|$)`,
  'i',
);

/** `SET a = :a, b = :b REMOVE c`: no sum, no list that grows, and no attribute that takes the value of another one. */
function setsOnly({ UpdateExpression, AttributeUpdates }: JsonObject): boolean {
  if (typeof UpdateExpression !== 'string' || AttributeUpdates !== undefined) return false;
  let rest = UpdateExpression;
  while (SETTING.test(rest)) rest = rest.replace(SETTING, '');
  return rest.trim() === '';
}

function selects(command: string, input: JsonObject): boolean {
  if (!/^(ExecuteStatement|BatchExecuteStatement|ExecuteTransaction)$/.test(command)) return false;
  const statements = statementsOf(input);
  return statements.length > 0 && statements.every((text) => typeof text === 'string' && /^\s*select\s/i.test(text));
}

function parsed(body: unknown): JsonObject {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
    return objectOf(JSON.parse(text)) as JsonObject;
  } catch {
    return {};
  }
}

/** Commands of a document client, and the parts of batches and transactions. */
const ON_ITEMS: Readonly<Record<string, string>> = {
  ...{ Put: 'items.put', PutRequest: 'items.put', Update: 'items.update' },
  ...{ Delete: 'items.delete', DeleteRequest: 'items.delete' },
};

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function requestsOf({ RequestItems, TransactItems }: JsonObject): unknown[] {
  return [...Object.values(objectOf(RequestItems)).flat(), ...(Array.isArray(TransactItems) ? TransactItems : [])];
}

function byPartiQl(statement: unknown): readonly string[] {
  const [word = ''] = /^\s*\w+/.exec(String(statement)) ?? [];
  switch (word.trim().toLowerCase()) {
    case 'select':
      return [];
    case 'insert':
      return ['items.put'];
    case 'update':
      return ['items.update'];
    case 'delete':
      return ['items.delete'];
    default:
      return ['items.put', 'items.update', 'items.delete'];
  }
}

/** Returns the PartiQL statements of an input; a statement that begins with SELECT writes nothing. */
function statementsOf({ Statement, Statements, TransactStatements }: JsonObject): unknown[] {
  const several = [Statements, TransactStatements].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...(Statement === undefined ? [] : [Statement]),
    ...several.map((one) => (one as { Statement?: unknown } | null)?.Statement),
  ];
}
