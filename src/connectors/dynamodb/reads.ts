import { objectSchema, reading } from '../resource/define.js';
import { attributes, key, TABLE, text } from './schemas.js';

const table = { type: 'string', pattern: TABLE };
const count = { type: 'integer', minimum: 1, maximum: 1000 };
const consistent = { type: 'boolean' };
const names = { type: 'object', additionalProperties: text };
const projected = { ProjectionExpression: text, ExpressionAttributeNames: names, ReturnConsumedCapacity: text };
const page = {
  ...{ TableName: table, IndexName: text, Select: text, Limit: count, ExclusiveStartKey: attributes },
  ...{ ConsistentRead: consistent, FilterExpression: text, ExpressionAttributeValues: attributes },
  ...projected,
};
const item = objectSchema(['TableName', 'Key'], { TableName: table, Key: key, ...projected });
const ofTable = objectSchema(['TableName'], { TableName: table });

/** The reads of items and tables. Attributes have the form of DynamoDB, bytes are `{ "$base64" }`. */
export const reads = [
  reading(
    'dynamodb.items.get',
    objectSchema(['TableName', 'Key'], { TableName: table, Key: key, ConsistentRead: consistent, ...projected }),
  ),
  reading(
    'dynamodb.items.query',
    objectSchema(['TableName', 'KeyConditionExpression'], {
      ...page,
      KeyConditionExpression: text,
      ScanIndexForward: { type: 'boolean' },
    }),
    'Items of one partition, page by page.',
  ),
  reading(
    'dynamodb.items.scan',
    objectSchema(['TableName'], {
      ...page,
      Segment: { type: 'integer', minimum: 0 },
      TotalSegments: { type: 'integer', minimum: 1 },
    }),
    'All items, page by page; a FilterExpression searches them. DynamoDB bills what it reads.',
  ),
  reading(
    'dynamodb.items.batchGet',
    objectSchema(['RequestItems'], {
      RequestItems: {
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: TABLE },
        additionalProperties: objectSchema(['Keys'], {
          Keys: { type: 'array', items: key, minItems: 1, maxItems: 100 },
          ConsistentRead: consistent,
          ...projected,
        }),
      },
      ReturnConsumedCapacity: text,
    }),
  ),
  reading(
    'dynamodb.items.transactGet',
    objectSchema(['TransactItems'], {
      TransactItems: { type: 'array', minItems: 1, maxItems: 100, items: objectSchema(['Get'], { Get: item }) },
      ReturnConsumedCapacity: text,
    }),
  ),
  reading(
    'dynamodb.tables.list',
    objectSchema([], { Limit: { ...count, maximum: 100 }, ExclusiveStartTableName: table }),
  ),
  reading('dynamodb.tables.get', ofTable, 'Key, indexes, size and state.'),
  reading('dynamodb.tables.getTimeToLive', ofTable),
  reading('dynamodb.tables.getBackups', ofTable, 'Whether continuous backups and point-in-time recovery are on.'),
  reading('dynamodb.tables.listTags', objectSchema(['ResourceArn'], { ResourceArn: text, NextToken: text })),
  reading('dynamodb.backups.list', objectSchema([], { TableName: table, Limit: { ...count, maximum: 100 } })),
];
