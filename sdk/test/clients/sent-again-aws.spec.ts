import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { unique } from '../../../test/support/client.js';
import { type StandIn, startDynamo } from '../../../test/support/dynalite.mjs';
import { rollBack } from '../../../test/support/roll-back.js';
import { startS3 } from '../../../test/support/s3rver.mjs';
import { newGovernance } from '../support/governance.js';
import { newLosingGateway } from '../support/losing-gateway.js';

const TableName = 'orders';
const region = 'us-east-1';
let server: StandIn;
let bare: DynamoDB;
const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
const at = (endpoint: string) => ({ endpoint, region, credentials: { ...keys }, maxAttempts: 3 });

beforeAll(async () => {
  server = await startDynamo();
  bare = new DynamoDB(at(server.url));
  await bare.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  });
});

afterAll(async () => {
  bare.destroy();
  await server.stop();
});

/** Makes an item, and a wrapped client whose first write is answered with 500. */
async function setup(isLost = () => true) {
  const id = { S: unique('item') };
  await bare.putItem({ TableName, Item: { id, n: { N: '1' }, parts: { L: [{ S: 'a' }] }, name: { S: 'before' } } });
  const values = { ...keys, region, baseUrl: server.url };
  const governance = await newGovernance({ credentials: { connector: 'dynamodb', values } });
  const gateway = await newLosingGateway(server.url, isLost);
  const wrapped = governance.wrap(new DynamoDB(at(gateway.url)), { connector: 'dynamodb' });
  const item = async () => (await bare.getItem({ TableName, Key: { id } })).Item;
  return { ...governance, gateway, wrapped, item, Key: { id } };
}

describe('a call that a client of DynamoDB sent twice', () => {
  it.each([
    { UpdateExpression: 'ADD n :x', ExpressionAttributeValues: { ':x': { N: '5' } } },
    { UpdateExpression: 'SET n = n + :x', ExpressionAttributeValues: { ':x': { N: '5' } } },
    {
      UpdateExpression: 'SET parts = list_append(parts, :x)',
      ExpressionAttributeValues: { ':x': { L: [{ S: 'b' }] } },
    },
    { UpdateExpression: 'REMOVE parts[0]' },
  ])('as $UpdateExpression is UNKNOWN, and nothing is undone', async (update) => {
    const { wrapped, Key, item, actions, session, operator, gateway } = await setup();
    await wrapped.updateItem({ TableName, Key, ...update });
    gateway.close();
    const left = await item();
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN', response: { error: { name: 'SentAgainError' } } }]);
    const { data } = (await operator.post(`/sessions/${session.id}/rollback`)).body;
    expect(data).toMatchObject({ displayStatus: 'PARTIALLY_REVERTED', results: [{ outcome: 'UNKNOWN' }] });
    expect(await item()).toEqual(left);
  });

  it('as a sum is UNKNOWN also where another client has taken away what was added twice', async () => {
    const { wrapped, Key, item, session, operator, gateway } = await setup();
    const add = (N: string) => ({ UpdateExpression: 'ADD n :x', ExpressionAttributeValues: { ':x': { N } } });
    await wrapped.updateItem({ TableName, Key, ...add('5') });
    gateway.close();
    await bare.updateItem({ TableName, Key, ...add('-5') });
    const { data } = (await operator.post(`/sessions/${session.id}/rollback`)).body;
    expect(data).toMatchObject({ displayStatus: 'PARTIALLY_REVERTED', results: [{ outcome: 'UNKNOWN' }] });
    expect((await item())?.n).toEqual({ N: '6' });
  });

  it.each([
    ['a put', ({ wrapped, Key }) => wrapped.putItem({ TableName, Item: { ...Key, name: { S: 'agent' } } })],
    ['a deletion', ({ wrapped, Key }) => wrapped.deleteItem({ TableName, Key })],
    [
      'an update that sets values',
      ({ wrapped, Key }) =>
        wrapped.updateItem({
          ...{ TableName, Key, UpdateExpression: 'SET #n = :a, n = :b REMOVE parts' },
          ...{ ExpressionAttributeNames: { '#n': 'name' } },
          ...{ ExpressionAttributeValues: { ':a': { S: 'agent' }, ':b': { N: '9' } } },
        }),
    ],
  ] as [string, (setting: Awaited<ReturnType<typeof setup>>) => Promise<unknown>][])(
    'as %s left the same as once, and is undone',
    async (_, call) => {
      const setting = await setup();
      const before = await setting.item();
      await call(setting);
      setting.gateway.close();
      expect(setting.gateway.lost()).toBeGreaterThan(1);
      expect(await setting.actions()).toMatchObject([{ status: 'SUCCESS' }]);
      expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
      expect(await setting.item()).toEqual(before);
    },
  );

  it('and whose second answer is a refusal may have taken effect: UNKNOWN, not FAILED', async () => {
    const { wrapped, Key, actions, gateway } = await setup();
    const created = { ...Key, id: { S: unique('new') } };
    const call = wrapped.putItem({ TableName, Item: created, ConditionExpression: 'attribute_not_exists(id)' });
    await expect(call).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN' }]);
  });

  it('that was answered at once is SUCCESS, and undone', async () => {
    const { wrapped, Key, item, actions, session, gateway } = await setup(() => false);
    await wrapped.updateItem({
      ...{ TableName, Key, UpdateExpression: 'ADD n :x' },
      ExpressionAttributeValues: { ':x': { N: '5' } },
    });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect((await item())?.n).toEqual({ N: '1' });
  });
});

describe('an object that a client of S3 put twice', () => {
  it('is there once, and is undone', async () => {
    const there = await startS3(['bucket']);
    const own = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const values = { ...own, region, baseUrl: there.url };
    const { wrap, actions, session } = await newGovernance({ credentials: { connector: 's3', values } });
    const client = (endpoint: string) => new S3({ ...at(endpoint), credentials: own, forcePathStyle: true });
    const object = { Bucket: 'bucket', Key: unique('object') };
    const bodyOf = async () => (await client(there.url).getObject(object)).Body?.transformToString();
    await client(there.url).putObject({ ...object, Body: 'before' });
    const gateway = await newLosingGateway(there.url, (method) => method === 'PUT');
    await wrap(client(gateway.url), { connector: 's3' }).putObject({ ...object, Body: 'agent' });
    gateway.close();
    expect(gateway.lost()).toBe(2);
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bodyOf()).toBe('before');
    await there.stop();
  });
});
