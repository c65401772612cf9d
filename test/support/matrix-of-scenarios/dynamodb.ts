import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { dynamodb as connector } from '../../../src/connectors/dynamodb/dynamodb.connector.js';
import { unique } from '../client.js';
import { startDynamo } from '../dynalite.mjs';
import { contextWith } from '../google.js';
import type { Subject } from './subject.js';

const TableName = 'orders';

/** Items of DynamoDB, as dynalite plays it. */
export async function dynamodb(): Promise<Subject> {
  const server = await startDynamo();
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const client = new DynamoDBClient({ endpoint: server.url, region: 'us-east-1', credentials: { ...keys } });
  await client.send(
    new CreateTableCommand({
      ...{ TableName, BillingMode: 'PAY_PER_REQUEST' as const },
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    }),
  );
  const credentials = { ...keys, region: 'us-east-1', baseUrl: server.url };
  const context = contextWith(credentials);
  const trip = (verb: string, payload: object, act: () => Promise<unknown>, state: () => Promise<unknown>): Trip => ({
    ...{ connector, context, apiName: `dynamodb.items.${verb}`, payload: payload as JsonObject, act, state },
  });
  const place = () => {
    const Key = { id: { S: unique('order') } };
    const state = async () => {
      const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
      return Item ? { name: Item.name?.S, note: Item.note?.S } : null;
    };
    const setting = (name: string, value: string) => ({
      ...{ TableName, Key, UpdateExpression: 'SET #n = :v', ExpressionAttributeNames: { '#n': name } },
      ExpressionAttributeValues: { ':v': { S: value } },
    });
    const set = (name: string, value: string) => client.send(new UpdateItemCommand(setting(name, value)));
    const removal = { TableName, Key };
    return {
      ...{ Key, state, set },
      change: (value: string) => {
        const payload = setting('name', value);
        return trip('update', payload, () => client.send(new UpdateItemCommand(payload)), state);
      },
      changeShown: (value: string) => {
        const payload = { ...setting('name', value), ReturnValues: 'UPDATED_OLD' as const };
        return trip('update', payload, () => client.send(new UpdateItemCommand(payload)), state);
      },
      remove: () => trip('delete', removal, () => client.send(new DeleteItemCommand(removal)), state),
      drop: () => client.send(new DeleteItemCommand(removal)),
    };
  };

  return {
    name: 'dynamodb',
    context,
    isBlind: true,
    elsewhere: { ...credentials, region: 'eu-central-1' },
    stop: async () => {
      client.destroy();
      await server.stop();
    },
    newThing: async () => {
      const { Key, state, set, change, changeShown, remove, drop } = place();
      await client.send(new PutItemCommand({ TableName, Item: { ...Key, name: { S: 'a' }, note: { S: 'b' } } }));
      return {
        state,
        change,
        changeShown,
        remove,
        drop,
        set: (value) => set('name', value),
        setOther: (value) => set('note', value),
      };
    },
    newAbsent: async () => {
      const { Key, state, set, remove } = place();
      const payload = { TableName, Item: { ...Key, name: { S: 'a' } } };
      return {
        state,
        make: () => trip('put', payload, () => client.send(new PutItemCommand(payload)), state),
        add: () => set('note', 'b'),
        remove,
      };
    },
  };
}
