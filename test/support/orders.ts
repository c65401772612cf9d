import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../src/connectors/connector.js';
import type { Trip } from '../../src/connectors/connector.testkit.js';
import { dynamodb as connector } from '../../src/connectors/dynamodb/dynamodb.connector.js';
import { startDynamo } from './dynalite.mjs';
import { contextWith } from './google.js';

export const TableName = 'orders';

/** A table of DynamoDB, as dynalite plays it, of items known by their `id`. */
export async function startOrders() {
  const server = await startDynamo();
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const client = new DynamoDBClient({ endpoint: server.url, region: 'us-east-1', credentials: { ...keys } });
  await makeOrders(client);
  const credentials = { ...keys, region: 'us-east-1', baseUrl: server.url };
  const context = contextWith(credentials);
  const trip = (verb: string, payload: object, act: () => Promise<unknown>, state: () => Promise<unknown>): Trip => ({
    ...{ connector, context, apiName: `dynamodb.items.${verb}`, payload: payload as JsonObject, act, state },
  });
  const stop = async () => {
    client.destroy();
    await server.stop();
  };
  return { client, credentials, context, trip, stop };
}

export const makeOrders = (client: DynamoDBClient) =>
  client.send(
    new CreateTableCommand({
      ...{ TableName, BillingMode: 'PAY_PER_REQUEST' as const },
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    }),
  );

export type Orders = Awaited<ReturnType<typeof startOrders>>;
