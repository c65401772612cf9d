import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { newOrganization, newSession, type Organization } from '../support/client.js';
import { startDynamo } from '../support/dynalite.mjs';
import { startS3 } from '../support/s3rver.mjs';

const region = 'us-east-1';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const stops: (() => unknown)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

interface Call {
  readonly apiName: string;
  readonly operationType: string;
  readonly payload: object;
}

/** Makes a call as an agent does: precapture, act, report. */
async function governed({ agent, operator }: Organization, session: string, call: Call, act: () => Promise<unknown>) {
  const path = `/sessions/${session}/actions`;
  const precaptured = await agent.post(`${path}/precapture`, { apiName: call.apiName, payload: call.payload });
  const { precaptureId } = precaptured.body.data;
  const { body } = await agent.post(path, { ...call, precaptureId });
  const { snapshot } = (await operator.get(`/sessions/${session}`)).body.data.actions.at(-1);
  expect(snapshot).toMatchObject({ captureFailed: false, reason: null });
  await act();
  await agent.patch(`${path}/${body.data.id}`, { status: 'SUCCESS' });
}

/** The plan seen before, then the roll back; answers the plan. */
async function rolledBack({ operator }: Organization, session: string): Promise<unknown> {
  const plan = await operator.get(`/sessions/${session}/rollback`);
  const done = await operator.post(`/sessions/${session}/rollback`);
  expect(done.body.data).toMatchObject({ displayStatus: 'REVERTED' });
  return plan.body.data;
}

describe('the service rolls back a session of an agent', () => {
  it('on S3: a replaced object and a deleted one are as before', async () => {
    const server = await startS3(['bills']);
    const client = new S3Client({
      endpoint: server.url,
      region,
      forcePathStyle: true,
      credentials: { ...credentials },
    });
    stops.push(server.stop, () => client.destroy());
    const put = (Key: string, Body: string) =>
      client.send(new PutObjectCommand({ Bucket: 'bills', Key, Body, ContentType: 'text/plain' }));
    const read = async (Key: string) => {
      const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: 'bills', Key }));
      return [await Body?.transformToString(), ContentType];
    };
    await Promise.all([put('a.txt', 'before a'), put('b.txt', 'before b')]);
    const organization = await newOrganization();
    const values = { ...credentials, region, baseUrl: server.url };
    const stored = await organization.operator.put('/settings/credentials/s3', { values });
    expect([stored.status, stored.body.error]).toEqual([200, null]);
    const session = await newSession(organization.agent);
    const replacing = { Bucket: 'bills', Key: 'a.txt', Body: 'agent', ContentType: 'text/plain' };
    await governed(
      organization,
      session,
      { apiName: 's3.objects.put', operationType: 'UPDATE', payload: replacing },
      () => put('a.txt', 'agent'),
    );
    const deleting = { Bucket: 'bills', Key: 'b.txt' };
    await governed(
      organization,
      session,
      { apiName: 's3.objects.delete', operationType: 'DELETE', payload: deleting },
      () => client.send(new DeleteObjectCommand(deleting)),
    );
    const plan = await rolledBack(organization, session);
    expect(JSON.stringify(plan)).toMatch(/PutObject s3:\/\/bills\/b\.txt.*PutObject s3:\/\/bills\/a\.txt/);
    expect(await read('a.txt')).toEqual(['before a', 'text/plain']);
    expect(await read('b.txt')).toEqual(['before b', 'text/plain']);
  });

  it('on DynamoDB: a changed attribute is as before', async () => {
    const server = await startDynamo();
    const client = new DynamoDBClient({ endpoint: server.url, region, credentials: { ...credentials } });
    stops.push(server.stop, () => client.destroy());
    const TableName = 'orders';
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      }),
    );
    const Key = { id: { S: '7' } };
    const before = { ...Key, amount: { N: '10' }, note: { S: 'open' } };
    await client.send(new PutItemCommand({ TableName, Item: before }));
    const organization = await newOrganization();
    const values = { ...credentials, region, baseUrl: server.url };
    const stored = await organization.operator.put('/settings/credentials/dynamodb', { values });
    expect([stored.status, stored.body.error]).toEqual([200, null]);
    const session = await newSession(organization.agent);
    const payload = {
      TableName,
      Key,
      UpdateExpression: 'SET amount = amount + :more',
      ExpressionAttributeValues: { ':more': { N: '5' } },
    };
    await governed(organization, session, { apiName: 'dynamodb.items.update', operationType: 'UPDATE', payload }, () =>
      client.send(new UpdateItemCommand({ ...payload })),
    );
    const plan = await rolledBack(organization, session);
    expect(JSON.stringify(plan)).toContain('UpdateItem orders');
    expect((await client.send(new GetItemCommand({ TableName, Key }))).Item).toEqual(before);
  });
});
