import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDB,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  type PutItemCommandOutput,
  paginateScan,
  TagResourceCommand,
  UpdateItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unique } from '../../../test/support/client.js';
import { type StandIn, startDynamo } from '../../../test/support/dynalite.mjs';
import { rollBack } from '../../../test/support/roll-back.js';
import { type Governance, newGovernance } from '../support/governance.js';

const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
const TableName = 'orders';
let server: StandIn;
let bare: DynamoDB;

beforeAll(async () => {
  server = await startDynamo();
  bare = newClient();
  await bare.createTable(tableOf(TableName));
});

afterAll(async () => {
  bare.destroy();
  await server.stop();
});

const newClient = () => new DynamoDB({ endpoint: server.url, region: 'us-east-1', credentials: { ...keys } });

const tableOf = (name: string) => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST' as const,
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
});

async function setup(options = {}, given?: Governance) {
  const values = { ...keys, region: 'us-east-1', baseUrl: server.url };
  const governance = given ?? (await newGovernance({ credentials: { connector: 'dynamodb', values } }));
  return { ...governance, wrapped: governance.wrap(newClient(), { connector: 'dynamodb', ...options }) };
}

const itemOf = async (id: string) => (await bare.getItem({ TableName, Key: { id: { S: id } } })).Item;
const settled = (answer: object | undefined) => ({ ...answer, $metadata: null });
const errorOf = async (call: Promise<unknown>) => {
  const { name, message } = (await call.catch((error: unknown) => error)) as Error;
  return { name, message };
};

describe('a wrapped DynamoDB client', () => {
  it('reads, pages and waits as the bare client does, and records none of these calls', async () => {
    const { wrapped, actions } = await setup();
    const id = unique('read');
    await bare.putItem({ TableName, Item: { id: { S: id } } });
    const results = [];
    for (const client of [bare, wrapped]) {
      const pages: unknown[] = [];
      for await (const page of paginateScan({ client, pageSize: 1 }, { TableName })) pages.push(page.Items);
      const { state } = await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: 5 }, { TableName });
      const read = await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }));
      const selected = await errorOf(client.executeStatement({ Statement: `SELECT * FROM ${TableName}` }));
      results.push([pages, state, read.Item, selected]);
    }
    expect(results[1]).toEqual(results[0]);
    expect(wrapped).toBeInstanceOf(DynamoDBClient);
    expect(await actions()).toEqual([]);
  });

  it('asks for commands, methods and callbacks, and answers and fails as the bare client does', async () => {
    const { wrapped, actions } = await setup();
    const results = [];
    for (const client of [bare, wrapped]) {
      const Item = { id: { S: unique('styles') }, bytes: { B: new Uint8Array([1, 2]) } };
      const put = await client.send(new PutItemCommand({ TableName, Item }));
      const called = await new Promise((resolve) =>
        client.putItem({ TableName, Item, ReturnValues: 'ALL_OLD' }, (error: unknown, data?: PutItemCommandOutput) =>
          resolve([error, data?.Attributes?.bytes]),
        ),
      );
      const refusal = await errorOf(
        client.putItem({ TableName, Item, ConditionExpression: 'attribute_not_exists(id)' }),
      );
      results.push([settled(put), called, refusal]);
    }
    expect(results[1]).toEqual(results[0]);
    const all = await actions();
    expect(all.map(({ apiName, status }) => `${apiName} ${status}`)).toEqual([
      'dynamodb.items.put SUCCESS',
      'dynamodb.items.put SUCCESS',
      'dynamodb.items.put FAILED',
    ]);
    expect(all[0].payload).toMatchObject({ TableName, Item: { bytes: { B: { $base64: 'AQI=' } } } });
  });

  it('sends nothing that a policy blocks', async () => {
    const { wrapped, policy, actions } = await setup();
    await policy('dynamodb.*', 'BLOCK');
    const id = unique('blocked');
    const Item = { id: { S: id } };
    const tags = { ResourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/orders', Tags: [] };
    for (const call of [
      () => wrapped.send(new PutItemCommand({ TableName, Item })),
      () => wrapped.putItem({ TableName, Item, Statement: 'SELECT 1' } as PutItemCommandInput),
      () => wrapped.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }),
      () => wrapped.transactWriteItems({ TransactItems: [{ Put: { TableName, Item } }] }),
      () => wrapped.send(new ExecuteStatementCommand({ Statement: `INSERT INTO ${TableName} VALUE {'id':'${id}'}` })),
      () => wrapped.send(new CreateTableCommand(tableOf(unique('table')))),
      () => wrapped.send(new TagResourceCommand(tags)),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'policy-blocked' });
    }
    expect(await itemOf(id)).toBeUndefined();
    expect((await actions()).map(({ apiName }) => apiName.slice('dynamodb.'.length))).toEqual([
      'items.put',
      'items.put',
      'items.batchWrite',
      'items.transactWrite',
      'statements.execute',
      'tables.create',
      'commands.send',
    ]);
  });

  it('runs what was approved, and is undone', async () => {
    const { wrapped, approve, session } = await setup({ requiresApproval: ['items.update'] });
    const [kept, gone, made] = [unique('kept'), unique('gone'), unique('made')];
    for (const id of [kept, gone]) await bare.putItem({ TableName, Item: { id: { S: id }, amount: { N: '1' } } });
    const update = wrapped.send(
      new UpdateItemCommand({
        TableName,
        Key: { id: { S: kept } },
        UpdateExpression: 'SET amount = :total',
        ExpressionAttributeValues: { ':total': { N: '2' } },
      }),
    );
    await approve((payload) => ({ ...payload, ExpressionAttributeValues: { ':total': { N: '3' } } }));
    await update;
    await wrapped.send(new DeleteItemCommand({ TableName, Key: { id: { S: gone } } }));
    await wrapped.putItem({ TableName, Item: { id: { S: made } } });
    expect([await itemOf(kept), await itemOf(gone)]).toEqual([{ id: { S: kept }, amount: { N: '3' } }, undefined]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await itemOf(kept)).toEqual({ id: { S: kept }, amount: { N: '1' } });
    expect(await itemOf(gone)).toEqual({ id: { S: gone }, amount: { N: '1' } });
    expect(await itemOf(made)).toBeUndefined();
  });

  it('reads as a document client, whose writes are asked for where it is wrapped itself', async () => {
    const { wrapped, wrap, actions, policy } = await setup();
    const id = unique('document');
    await bare.putItem({ TableName, Item: { id: { S: id }, amount: { N: '1' } } });
    const made = DynamoDBDocumentClient.from(wrapped);
    const own = wrap(DynamoDBDocumentClient.from(newClient()), { connector: 'dynamodb' });
    for (const client of [made, own]) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: { id } }));
      const { Items } = await client.send(
        new QueryCommand({ TableName, KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': id } }),
      );
      expect([Item, Items]).toEqual([{ id, amount: 1 }, [{ id, amount: 1 }]]);
    }
    const put = () => new PutCommand({ TableName, Item: { id, amount: 2 } });
    await expect(made.send(put())).rejects.toMatchObject({ code: 'ungoverned-call' });
    expect(await itemOf(id)).toEqual({ id: { S: id }, amount: { N: '1' } });
    await own.send(put());
    await wrapped.send(put() as never);
    expect(await itemOf(id)).toEqual({ id: { S: id }, amount: { N: '2' } });
    const payload = { command: 'Put', input: { TableName, Item: { id, amount: 2 } } };
    const recorded = { apiName: 'dynamodb.commands.send', status: 'SUCCESS', payload };
    expect(await actions()).toMatchObject([recorded, recorded]);
    await policy('*', 'BLOCK');
    await expect(own.send(put())).rejects.toMatchObject({ code: 'policy-blocked' });
  });

  it('does nothing for a test key, and answers what DynamoDB might', async () => {
    const { wrapped } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const id = unique('simulated');
    const RequestItems = { [TableName]: [{ PutRequest: { Item: { id: { S: id } } } }] };
    expect(await wrapped.batchWriteItem({ RequestItems })).toMatchObject({ UnprocessedItems: {} });
    expect(await itemOf(id)).toBeUndefined();
  });
});
