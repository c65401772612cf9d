import { DeleteItemCommand, GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { unique } from '../../support/client.js';
import { startOrders, TableName } from '../../support/orders.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

/** Items of DynamoDB, as dynalite plays it. */
export async function dynamodb(): Promise<Subject> {
  const { client, credentials, context, trip, stop } = await startOrders();
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
    stop,
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
    newCounter: async () => {
      const Key = { id: { S: unique('counter') } };
      const write = (UpdateExpression: string, n: string) => ({
        ...{ TableName, Key, UpdateExpression, ExpressionAttributeNames: { '#n': 'n' } },
        ExpressionAttributeValues: { ':n': { N: n } },
      });
      const set = (n: string) => client.send(new UpdateItemCommand(write('SET #n = :n', n)));
      await set('10');
      const state = async () =>
        (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item?.n?.N;
      return {
        ...{ state, set },
        change: (by) => {
          const payload = write('ADD #n :n', by);
          return trip('update', payload, () => client.send(new UpdateItemCommand(payload)), state);
        },
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

export const world: World = { places: [{ name: 'dynamodb', open: dynamodb, isConditional: true }] };
