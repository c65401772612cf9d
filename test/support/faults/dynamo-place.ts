import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../../../src/connectors/dynamodb/dynamodb.connector.js';
import { startDynamo } from '../dynalite.mjs';
import type { Deed, Place } from './deeds.js';

const TableName = 'things';
const secrets = { accessKeyId: 'key', secretAccessKey: 'secret' };
const region = 'us-east-1';

/** DynamoDB as dynalite plays it: items that are made, replaced, changed once and twice, and deleted. */
export async function dynamoPlace(): Promise<Place> {
  const server = await startDynamo();
  const client = new DynamoDBClient({ endpoint: server.url, region, credentials: { ...secrets } });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    }),
  );
  const write = (Item: Record<string, { S: string } | { N: string }>) =>
    client.send(new PutItemCommand({ TableName, Item }));

  const common = (id: string) => ({
    connector: dynamodb,
    isTold: true,
    state: async () => (await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))).Item ?? null,
    isUndoneBy: ({ body }: { body: string }) => body.includes(`"${id}"`),
  });

  const put = (id: string): Deed => {
    const payload = { TableName, Item: { id: { S: id }, amount: { N: '2' }, note: { S: 'agent' } } };
    return { ...common(id), apiName: 'dynamodb.items.put', payload, act: () => write(payload.Item) };
  };
  const set = (id: string, amount: string, back: string): Deed => {
    const payload = {
      TableName,
      Key: { id: { S: id } },
      UpdateExpression: 'SET amount = :to',
      ExpressionAttributeValues: { ':to': { N: amount } },
    };
    const isUndoneBy = ({ body }: { body: string }) =>
      body.includes(`"${id}"`) && new RegExp(`":to\\d+":\\{"N":"${back}"\\}`).test(body);
    const act = () => client.send(new UpdateItemCommand(payload));
    return { ...common(id), isUndoneBy, apiName: 'dynamodb.items.update', payload, act };
  };
  const remove = (id: string): Deed => {
    const payload = { TableName, Key: { id: { S: id } } };
    const act = () => client.send(new DeleteItemCommand(payload));
    return { ...common(id), apiName: 'dynamodb.items.delete', payload, act };
  };

  return {
    connector: dynamodb,
    upstream: server.url,
    credential: (baseUrl) => ({ ...secrets, region, baseUrl }),
    deeds: async (random, id) => {
      const before = { id: { S: id }, amount: { N: '1' }, colour: { S: 'red' } };
      switch (random.integer(5)) {
        case 0:
          return [put(id)];
        case 1:
          await write(before);
          return [put(id)];
        case 2:
          await write(before);
          return [remove(id)];
        case 3:
          await write(before);
          return [set(id, '2', '1')];
        default:
          await write(before);
          return [set(id, '2', '1'), { ...set(id, '3', '2'), isOnTopOfTheLast: true }];
      }
    },
    stop: async () => {
      client.destroy();
      await server.stop();
    },
  };
}
