import * as ofDynamo from '@aws-sdk/client-dynamodb';
import * as ofS3 from '@aws-sdk/client-s3';
import * as ofDocuments from '@aws-sdk/lib-dynamodb';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { type Received, type RecordingServer, startRecordingServer } from '../support/recording-server.js';

interface Client {
  send(command: object): Promise<unknown>;
  destroy(): void;
}
type Command = new (input: object) => object;

/** The members from which the address of any command is built. */
const INPUT = {
  ...{ Bucket: 'bucket', Key: 'key', UploadId: 'u', PartNumber: 1, Id: 'x', CopySource: 'bucket/other', Body: 'x' },
  ...{ RequestRoute: 'x', RequestToken: 'x', RenameSource: 'bucket/other', TableName: 'customers', ResourceArn: 'arn' },
};
/** The reading commands of DynamoDB, where every request is a POST to the same address. */
const READING = new Set(
  `BatchGetItem DescribeBackup DescribeBulkOperation DescribeContinuousBackups DescribeContributorInsights DescribeEndpoints DescribeExport
  DescribeGlobalTable DescribeGlobalTableSettings DescribeImport DescribeKinesisStreamingDestination DescribeLimits
  DescribeTable DescribeTableReplicaAutoScaling DescribeTimeToLive GetItem GetResourcePolicy ListBackups
  ListBulkOperations ListContributorInsights ListExports ListGlobalTables ListImports ListTables ListTagsOfResource Query Scan
  SearchVectors TransactGetItems`.split(/\s+/),
);

const CLIENTS = [
  {
    client: 'S3Client',
    connector: 's3',
    exported: ofS3 as object,
    newClient: (options: object): Client => new ofS3.S3Client(options as never) as never,
    isRead: ({ method, path }: Received) => /^(GET|HEAD)$/.test(method) || path.endsWith('select-type=2'),
    named: {
      ...{ AbortMultipartUpload: 'uploads.abort', CompleteMultipartUpload: 'uploads.complete' },
      ...{ CopyObject: 'objects.copy', CreateBucket: 'buckets.create', DeleteBucket: 'buckets.delete' },
      ...{ DeleteBucketPolicy: 'buckets.deletePolicy', DeleteObject: 'objects.delete' },
      ...{ DeleteObjectTagging: 'objects.deleteTagging', DeleteObjects: 'objects.deleteMany' },
      ...{ PutBucketLifecycleConfiguration: 'buckets.putLifecycle', PutBucketPolicy: 'buckets.putPolicy' },
      ...{ PutBucketVersioning: 'buckets.putVersioning', PutObject: 'objects.put', PutObjectAcl: 'objects.putAcl' },
      ...{ PutObjectTagging: 'objects.putTagging', RestoreObject: 'objects.restore' },
    },
    least: { writing: 60, all: 100 },
  },
  {
    client: 'DynamoDBClient',
    connector: 'dynamodb',
    exported: ofDynamo as object,
    newClient: (options: object): Client => new ofDynamo.DynamoDBClient(options as never) as never,
    isRead: ({ target }: Received) => READING.has(target.split('.')[1] ?? ''),
    named: {
      ...{ BatchExecuteStatement: 'statements.execute', ExecuteStatement: 'statements.execute' },
      ...{ BatchWriteItem: 'items.batchWrite', CreateTable: 'tables.create', DeleteItem: 'items.delete' },
      ...{ DeleteTable: 'tables.delete', ExecuteTransaction: 'statements.execute', PutItem: 'items.put' },
      ...{ TransactWriteItems: 'items.transactWrite', UpdateItem: 'items.update', UpdateTable: 'tables.update' },
      UpdateTimeToLive: 'tables.updateTimeToLive',
    },
    least: { writing: 25, all: 55 },
  },
  {
    client: 'DynamoDBDocumentClient',
    connector: 'dynamodb',
    exported: ofDocuments as object,
    newClient: (options: object): Client =>
      ofDocuments.DynamoDBDocumentClient.from(new ofDynamo.DynamoDBClient(options as never)) as never,
    isRead: ({ target }: Received) => READING.has(target.split('.')[1] ?? ''),
    named: {
      ...{ BatchExecuteStatement: 'statements.execute', ExecuteStatement: 'statements.execute' },
      ExecuteTransaction: 'statements.execute',
    },
    least: { writing: 6, all: 12 },
  },
];

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer({});
});
afterAll(() => server.stop());

function newClient(make: (options: object) => Client): Client {
  return make({
    ...{ endpoint: server.url, region: 'eu-1', forcePathStyle: true, disableHostPrefix: true, maxAttempts: 1 },
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
}

async function sent(client: Client, Command: Command): Promise<readonly Received[]> {
  server.take();
  // The answer is none that the client can read.
  await client.send(new Command(INPUT)).catch(() => undefined);
  return server.take();
}

const line = ({ method, path, target }: Received) => `${method} ${path} ${target}`;

it.each(CLIENTS)(
  'every command of $client is a read, or is asked for as its operation or as any other command',
  async ({ connector, exported, newClient: make, isRead, named, least }) => {
    const commands = Object.entries(exported).filter(
      ([name]) => /^[A-Z]\w+Command$/.test(name) && name !== 'DynamoDBDocumentClientCommand',
    );
    const [blocking, allowing] = [blockingGate(), new RecordingGate()];
    const bare = newClient(make);
    const blocked = wrapRecorded(newClient(make), blocking, { connector });
    const allowed = wrapRecorded(newClient(make), allowing, { connector });
    const asked: Record<string, string> = {};
    const silent: string[] = [];
    const escaped: string[] = [];
    const different: string[] = [];
    for (const [className, Command] of commands as [string, Command][]) {
      const name = className.replace(/Command$/, '');
      const plain = await sent(bare, Command);
      if (plain.length === 0) silent.push(name);
      escaped.push(...(await sent(blocked, Command)).filter((one) => !isRead(one)).map(line));
      if (plain.every(isRead)) continue;
      const before = allowing.asked.length;
      const through = await sent(allowed, Command);
      asked[name] = allowing.asked
        .slice(before)
        .map(({ apiName }) => apiName)
        .join();
      if (through.map(line).join() !== plain.map(line).join()) different.push(name);
    }
    expect({ silent, escaped, different }).toEqual({ silent: [], escaped: [], different: [] });
    const of = (name: string) => `${connector}.${(named as Record<string, string>)[name] ?? 'commands.send'}`;
    expect(asked).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, of(name)])));
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(Object.keys(named)));
    expect(Object.keys(asked).length).toBeGreaterThan(least.writing);
    expect(commands.length).toBeGreaterThan(least.all);
    for (const client of [bare, blocked, allowed]) client.destroy();
  },
);
