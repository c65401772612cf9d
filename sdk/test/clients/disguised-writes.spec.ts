import { DeleteItemCommand, DynamoDB, PutItemCommand, TagResourceCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  S3,
} from '@aws-sdk/client-s3';
import { wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.js';

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.stop());

const aws = () => ({
  ...{ region: 'eu-1', endpoint: server.url, forcePathStyle: true, maxAttempts: 1 },
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
});
const [Bucket, Key, TableName] = ['bucket', 'key', 'orders'];
const item = { id: { S: '1' } };
const named = <T extends object>(command: T, name: string): T =>
  Object.defineProperty(command, 'schema', { value: [9, 'x', name] });
const CLIENTS = { s3: () => new S3(aws()), dynamodb: () => new DynamoDB(aws()) };

/** Everything is let through. @returns the names that were asked for, and what was sent */
async function sent(connector: keyof typeof CLIENTS, command: object): Promise<[string[], number]> {
  const gate = new RecordingGate();
  const client = wrapRecorded(CLIENTS[connector](), gate, { connector });
  // The answer is none that the client can read.
  await (client as unknown as { send(command: object): Promise<unknown> }).send(command).catch(() => undefined);
  return [gate.asked.map(({ apiName }) => apiName), server.take().length];
}

describe('a command of AWS that writes', () => {
  it.each([
    ['dynamodb', 'TagResource', () => new DeleteItemCommand({ TableName, Key: item })],
    ['dynamodb', 'PutItem', () => new DeleteItemCommand({ TableName, Key: item })],
    ['dynamodb', 'PutSomething', () => new PutItemCommand({ TableName, Item: item })],
    ['s3', 'PutBucketTagging', () => new PutObjectCommand({ Bucket, Key, Body: 'x' })],
    ['s3', 'PutSomething', () => new DeleteObjectCommand({ Bucket, Key })],
    ['s3', 'PutSomething', () => new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } })],
  ] as const)('of %s under the name %s is not sent, because it is asked for as another one', async (id, name, made) => {
    expect(await sent(id, named(made(), name))).toEqual([[expect.any(String)], 0]);
  });

  it.each([
    ['dynamodb', 'items.delete', () => new DeleteItemCommand({ TableName, Key: item })],
    ['dynamodb', 'commands.send', () => new TagResourceCommand({ ResourceArn: 'arn:x', Tags: [] })],
    ['s3', 'objects.put', () => new PutObjectCommand({ Bucket, Key, Body: 'x' })],
    ['s3', 'commands.send', () => new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [] } })],
  ] as const)('of %s under its own name is sent as %s', async (id, operation, made) => {
    expect(await sent(id, made())).toEqual([[`${id}.${operation}`], 1]);
  });
});
