import { objectSchema } from '../resource/define.js';

export const text = { type: 'string' };
export const attributes = {
  type: 'object',
  additionalProperties: { type: 'object', minProperties: 1, maxProperties: 1 },
};
export const key = { ...attributes, minProperties: 1, maxProperties: 2 };

/** No ARN, which may lead to another account or region. */
export const TABLE = '^[\\w.-]{1,255}$';

const shared = {
  TableName: { type: 'string', pattern: TABLE },
  ConditionExpression: text,
  // Conditions of the API of 2011: they keep a call from happening, and change nothing.
  Expected: { type: 'object' },
  ConditionalOperator: text,
  ExpressionAttributeNames: { type: 'object', additionalProperties: text },
  ExpressionAttributeValues: attributes,
  ReturnValues: text,
  ReturnConsumedCapacity: text,
  ReturnItemCollectionMetrics: text,
  ReturnValuesOnConditionCheckFailure: text,
};

/** Attributes as DynamoDB writes them, `{ "S": "text" }`; bytes as `{ "$base64": "…" }`. */
export const putSchema = objectSchema(['TableName', 'Item'], { ...shared, Item: { ...attributes, minProperties: 1 } });

export const updateSchema = objectSchema(['TableName', 'Key'], { ...shared, Key: key, UpdateExpression: text });

export const deleteSchema = objectSchema(['TableName', 'Key'], { ...shared, Key: key });

const request = {
  anyOf: [
    objectSchema(['PutRequest'], { PutRequest: objectSchema(['Item'], { Item: attributes }) }),
    objectSchema(['DeleteRequest'], { DeleteRequest: objectSchema(['Key'], { Key: key }) }),
  ],
};

export const batchSchema = objectSchema(['RequestItems'], {
  RequestItems: {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: TABLE },
    additionalProperties: { type: 'array', items: request, minItems: 1, maxItems: 25 },
  },
  ReturnConsumedCapacity: text,
  ReturnItemCollectionMetrics: text,
});
