import * as dynamo from '@aws-sdk/client-dynamodb';
import * as s3 from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { LinearClient } from '@linear/sdk';
import { Octokit } from '@octokit/rest';
import { wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.js';

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer({});
});
afterAll(() => server.stop());

const ofAws = () => ({
  ...{ endpoint: server.url, region: 'eu-1', forcePathStyle: true, disableHostPrefix: true, maxAttempts: 1 },
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
});

/**
 * Returns the name under which a call is asked for, and the operations that it may do besides, as `requiresApproval`
 * compares them.
 */
async function asked<T extends object>(client: T, connector: string, call: (client: T) => Promise<unknown>) {
  const gate = new RecordingGate();
  // The answer is none that the client can read.
  await call(wrapRecorded(client, gate, { connector })).catch(() => undefined);
  return gate.asked.map(({ apiName, mayDo = [] }) => [apiName, ...mayDo].map((name) => name.replace(/^\w+\./, '')));
}

const TableName = 'customers';
const [Item, Key] = [{ id: { S: '1' } }, { id: { S: '1' } }];
const AN_OBJECT = { Bucket: 'bucket', Key: 'key' };

it.each<[covered: readonly string[], name: string, command: () => object]>([
  [
    ['items.batchWrite', 'items.put', 'items.delete'],
    'a batch',
    () =>
      new dynamo.BatchWriteItemCommand({
        RequestItems: { [TableName]: [{ PutRequest: { Item } }, { DeleteRequest: { Key } }] },
      }),
  ],
  [
    ['items.transactWrite', 'items.delete', 'items.update'],
    'a transaction',
    () =>
      new dynamo.TransactWriteItemsCommand({
        TransactItems: [{ Delete: { TableName, Key } }, { Update: { TableName, Key, UpdateExpression: 'SET a = b' } }],
      }),
  ],
  [
    ['statements.execute', 'items.delete'],
    'PartiQL',
    () => new dynamo.ExecuteStatementCommand({ Statement: "delete from customers where id='1'" }),
  ],
  [
    ['statements.execute', 'items.put', 'items.update', 'items.delete'],
    'PartiQL that is not known',
    () => new dynamo.ExecuteStatementCommand({ Statement: "-- x\nDELETE FROM customers WHERE id='1'" }),
  ],
  [['commands.send', 'items.put'], 'a document', () => new PutCommand({ TableName, Item: { id: '1' } })],
  [
    ['commands.send', 'items.transactWrite', 'items.delete'],
    'a transaction of documents',
    () => new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key: { id: '1' } } }] }),
  ],
])('an approval of %j of DynamoDB holds %s', async (covered, _, command) => {
  const client = DynamoDBDocumentClient.from(new dynamo.DynamoDBClient(ofAws()));
  expect(await asked(client, 'dynamodb', (wrapped) => wrapped.send(command() as never))).toEqual([covered]);
});

it.each<[covered: readonly string[], command: () => object]>([
  [
    ['objects.deleteMany', 'objects.delete'],
    () => new s3.DeleteObjectsCommand({ Bucket: 'b', Delete: { Objects: [] } }),
  ],
  [['objects.copy', 'objects.put'], () => new s3.CopyObjectCommand({ ...AN_OBJECT, CopySource: 'bucket/other' })],
  [['uploads.complete', 'objects.put'], () => new s3.CompleteMultipartUploadCommand({ ...AN_OBJECT, UploadId: 'u' })],
  [
    ['commands.send', 'objects.put', 'objects.delete'],
    () => new s3.RenameObjectCommand({ ...AN_OBJECT, RenameSource: 'bucket/other' }),
  ],
  [
    ['buckets.putLifecycle', 'objects.delete'],
    () => new s3.PutBucketLifecycleConfigurationCommand({ Bucket: 'bucket' }),
  ],
])('an approval of %j of S3 holds what does it', async (covered, command) => {
  expect(await asked(new s3.S3Client(ofAws()), 's3', (wrapped) => wrapped.send(command() as never))).toEqual([covered]);
});

it('an approval of any operation of GitHub holds a mutation, and no other request without a name', async () => {
  const newOctokit = () => new Octokit({ baseUrl: server.url });
  const [mutation = []] = await asked(newOctokit(), 'github', (octokit) => octokit.graphql('mutation { x }'));
  expect(mutation[0]).toBe('commands.send');
  expect(mutation).toEqual(expect.arrayContaining(['issues.update', 'issues.create']));
  const thread = await asked(newOctokit(), 'github', (octokit) =>
    octokit.rest.activity.setThreadSubscription({ thread_id: 1 }),
  );
  expect(thread).toEqual([['commands.send']]);
});

it('an approval of an operation of Linear holds a document with several mutations, and one that cannot be read', async () => {
  const send = (document: string) =>
    asked(new LinearClient({ apiKey: 'k', apiUrl: server.url }), 'linear', (linear) =>
      linear.client.rawRequest(document),
    );
  expect(await send('mutation { issueUpdate(id: 1) { success } issueDelete(id: 1) { success } }')).toEqual([
    ['commands.send', 'updateIssue', 'deleteIssue'],
  ]);
  const [spread = []] = await send('mutation { ...F } fragment F on Mutation { issueDelete(id: 1) { success } }');
  expect(spread).toEqual(expect.arrayContaining(['commands.send', 'updateIssue', 'deleteComment']));
});
