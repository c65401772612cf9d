import { DeleteItemCommand, DynamoDB, PutItemCommand, TagResourceCommand } from '@aws-sdk/client-dynamodb';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  RestoreObjectCommand,
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

/** The address of each S3 command that has an operation of its own, with the bucket in the path. */
const OBJECT = { Bucket, Key };
const [Tagging, UploadId] = [{ TagSet: [] }, 'u'];
const NAMED = {
  PutObject: () => new PutObjectCommand({ ...OBJECT, Body: 'x' }),
  CopyObject: () => new CopyObjectCommand({ ...OBJECT, CopySource: 'bucket/other' }),
  DeleteObject: () => new DeleteObjectCommand(OBJECT),
  DeleteObjects: () => new DeleteObjectsCommand({ ...OBJECT, Delete: { Objects: [{ Key }] } } as never),
  PutObjectTagging: () => new PutObjectTaggingCommand({ ...OBJECT, Tagging }),
  DeleteObjectTagging: () => new DeleteObjectTaggingCommand(OBJECT),
  PutObjectAcl: () => new PutObjectAclCommand({ ...OBJECT, ACL: 'private' }),
  RestoreObject: () => new RestoreObjectCommand({ ...OBJECT, RestoreRequest: { Days: 1 } }),
  CompleteMultipartUpload: () => new CompleteMultipartUploadCommand({ ...OBJECT, UploadId }),
  AbortMultipartUpload: () => new AbortMultipartUploadCommand({ ...OBJECT, UploadId }),
  CreateBucket: () => new CreateBucketCommand(OBJECT),
  DeleteBucket: () => new DeleteBucketCommand(OBJECT),
  PutBucketPolicy: () => new PutBucketPolicyCommand({ ...OBJECT, Policy: '{}' }),
  DeleteBucketPolicy: () => new DeleteBucketPolicyCommand(OBJECT),
  PutBucketLifecycleConfiguration: () => new PutBucketLifecycleConfigurationCommand(OBJECT),
  PutBucketVersioning: () => new PutBucketVersioningCommand({ ...OBJECT, VersioningConfiguration: {} }),
};
const NAMES = Object.keys(NAMED) as (keyof typeof NAMED)[];

const CLIENTS = { s3: () => new S3(aws()), dynamodb: () => new DynamoDB(aws()) };

/**
 * Sends a command while everything is permitted.
 * @returns the names that were asked for, and the number of requests sent
 */
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

  it.each(NAMES)('%s of S3 is sent under its own name alone, and under that of no other command', async (made) => {
    const [[own = ''], count] = await sent('s3', NAMED[made]());
    expect([own.startsWith('s3.'), own === 's3.commands.send', count]).toEqual([true, false, 1]);
    const others = [...NAMES.filter((name) => name !== made), 'PutBucketTagging', 'PutBucketAcl', 'PutSomething'];
    const passed = [];
    for (const name of others) if ((await sent('s3', named(NAMED[made](), name)))[1] > 0) passed.push(name);
    expect(passed).toEqual([]);
  });

  it('of S3 is not sent when its own middleware leads it to another object', async () => {
    const lead = (to: string) => {
      const command = NAMED.DeleteObject();
      const leading =
        (next: (args: { request: { path: string } }) => unknown) => (args: { request: { path: string } }) =>
          next({ ...args, request: Object.assign(args.request, { path: to }) });
      command.middlewareStack.add(leading as never, { step: 'finalizeRequest', priority: 'high' });
      return command;
    };
    expect(await sent('s3', lead('/bucket/another'))).toEqual([['s3.objects.delete'], 0]);
    expect(await sent('s3', lead('/bucket/key'))).toEqual([['s3.objects.delete'], 1]);
  });
});
