import type { JsonObject } from '../../json.js';
import { awsClient } from './aws.js';

/** `DynamoDBClient` and `DynamoDB` of `@aws-sdk/client-dynamodb`. */
export const dynamodb = awsClient({
  id: 'dynamodb',
  expects: 'a DynamoDBClient or DynamoDB of @aws-sdk/client-dynamodb',
  serviceId: 'DynamoDB',
  reading: /^(Get|BatchGet|TransactGet|Query$|Scan$|Describe|List)/,
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
  readsOnly: (command, input) => {
    if (!/^(ExecuteStatement|BatchExecuteStatement|ExecuteTransaction)$/.test(command)) return false;
    const statements = statementsOf(input);
    return statements.length > 0 && statements.every((text) => typeof text === 'string' && /^\s*select\s/i.test(text));
  },
  simulate: (command, input) => {
    if (command === 'BatchWriteItem') return { UnprocessedItems: {} };
    if (/^(Create|Update|Delete)Table$/.test(command)) return { TableDescription: { TableName: input.TableName } };
    return /^BatchExecute|^ExecuteTransaction/.test(command) ? { Responses: [] } : {};
  },
});

/** Of PartiQL, in which a statement that begins with SELECT writes nothing. */
function statementsOf({ Statement, Statements, TransactStatements }: JsonObject): unknown[] {
  const several = [Statements, TransactStatements].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...(Statement === undefined ? [] : [Statement]),
    ...several.map((one) => (one as { Statement?: unknown } | null)?.Statement),
  ];
}
