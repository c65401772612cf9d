import * as Dynamo from '@aws-sdk/client-dynamodb';
import * as S3 from '@aws-sdk/client-s3';
import type { Connector, ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { dynamodb } from '../../src/connectors/dynamodb/dynamodb.connector.js';
import { redis } from '../../src/connectors/redis/redis.connector.js';
import { s3 } from '../../src/connectors/s3/s3.connector.js';
import { patience } from '../support/patience.mjs';

/** No server listens there: an invalid payload is refused before the provider is called. */
const context: ConnectorContext = {
  credentials: {
    ...{ accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1', baseUrl: 'http://127.0.0.1:1' },
    url: 'redis://127.0.0.1:1',
  },
  allowedPrivateHosts: ['127.0.0.1'],
  timeoutMs: patience(600),
};

/** Members of the input of a command, as the client itself writes them down. */
function membersOf(Command: new (input: never) => object): string[] {
  const { schema } = new Command({} as never) as unknown as { schema: unknown[] };
  const input = [schema[4]].map((one) => (typeof one === 'function' ? one() : one))[0] as unknown[];
  return input[4] as string[];
}

type Case = [apiName: string, connector: Connector, Command: new (input: never) => object, payload: JsonObject];
const at = { Bucket: 'b', Key: 'k' };
const key = { TableName: 't', Key: { id: { S: '1' } } };
const COMMANDS: Case[] = [
  ['s3.objects.put', s3, S3.PutObjectCommand, at],
  ['s3.objects.delete', s3, S3.DeleteObjectCommand, at],
  ['s3.objects.deleteMany', s3, S3.DeleteObjectsCommand, { Bucket: 'b', Delete: { Objects: [{ Key: 'k' }] } }],
  ['s3.objects.copy', s3, S3.CopyObjectCommand, { ...at, CopySource: 'b/s' }],
  ['s3.objects.putTagging', s3, S3.PutObjectTaggingCommand, { ...at, Tagging: { TagSet: [] } }],
  ['s3.objects.deleteTagging', s3, S3.DeleteObjectTaggingCommand, at],
  ['dynamodb.items.put', dynamodb, Dynamo.PutItemCommand, { TableName: 't', Item: { id: { S: '1' } } }],
  ['dynamodb.items.update', dynamodb, Dynamo.UpdateItemCommand, { ...key, UpdateExpression: 'REMOVE a' }],
  ['dynamodb.items.delete', dynamodb, Dynamo.DeleteItemCommand, key],
  [
    'dynamodb.items.batchWrite',
    dynamodb,
    Dynamo.BatchWriteItemCommand,
    { RequestItems: { t: [{ DeleteRequest: { Key: { id: { S: '1' } } } }] } },
  ],
];

/** Members that the operations know and list as not undone, or that name single versions that are gone. */
const REFUSED = new Set(['VersionId']);

const reasonOf = async (connector: Connector, apiName: string, payload: JsonObject) => {
  const captured = await connector.capture({ apiName, payload }, context);
  return captured.captured ? '' : captured.reason;
};

describe.each(COMMANDS)('%s', (apiName, connector, Command, payload) => {
  const schema = connector.operations.find((one) => one.apiName === apiName)?.payloadSchema as { properties: object };
  const members = membersOf(Command);

  it('is captured only without the members that it does not know', async () => {
    const unknown = members.filter((member) => !(member in schema.properties) || REFUSED.has(member));
    for (const member of [...unknown, 'MemberOfALaterVersion']) {
      expect(await reasonOf(connector, apiName, { ...payload, [member]: 'x' })).toMatch(
        member === 'VersionId' ? /a single version is not restored/ : `what ${member} does is not undone`,
      );
    }
    expect(await reasonOf(connector, apiName, payload)).toContain('ECONNREFUSED');
  });

  it('knows no member that the client does not have', () => {
    expect(Object.keys(schema.properties).filter((member) => !members.includes(member))).toEqual([]);
  });
});

it('the cases cover every operation of S3 and DynamoDB that can be undone', () => {
  const undone = [...s3.operations, ...dynamodb.operations].filter(({ reversibility }) => reversibility !== 'none');
  expect(undone.map(({ apiName }) => apiName).sort()).toEqual(COMMANDS.map(([apiName]) => apiName).sort());
});

it.each([
  ['s3.objects.put', ['ACL', 'ServerSideEncryption', 'SSECustomerKey', 'ObjectLockMode', 'GrantRead']],
  ['s3.objects.copy', ['ObjectLockMode', 'ObjectLockLegalHoldStatus']],
  ['dynamodb.items.update', ['AttributeUpdates']],
])('does not know what %s does with %j', (apiName, members) => {
  const operation = [...s3.operations, ...dynamodb.operations].find((one) => one.apiName === apiName);
  const { properties } = (operation as { payloadSchema: { properties: object } }).payloadSchema;
  expect(members.filter((member) => member in properties)).toEqual([]);
});

const redisOperations = redis.operations.filter(({ reversibility }) => reversibility !== 'none');

it.each(redisOperations.map(({ apiName }) => apiName))('%s refuses a member that it does not know', async (apiName) => {
  const { payloadSchema } = redisOperations.find((one) => one.apiName === apiName) ?? {};
  expect(payloadSchema).toMatchObject({ additionalProperties: false });
});
