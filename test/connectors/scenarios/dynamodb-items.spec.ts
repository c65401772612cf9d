import { BatchWriteItemCommand, GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../src/connectors/connector.js';
import { perform, roundTrip, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { unique } from '../../support/client.js';
import { type Orders, startOrders, TableName } from '../../support/orders.js';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.stop());

describe('a call of many items', () => {
  const Item = () => ({ id: { S: unique('order') } });

  it('is refused by DynamoDB where it names one item twice', async () => {
    const item = Item();
    const put = { PutRequest: { Item: item } };
    const batch = new BatchWriteItemCommand({ RequestItems: { [TableName]: [put, put] } });
    await expect(orders.client.send(batch)).rejects.toThrow('duplicates');
  });

  it('in a transaction is not captured, and the plan says that nothing undoes it', async () => {
    const apiName = 'dynamodb.items.transactWrite';
    const { connector, context } = orders.trip(
      'put',
      {},
      async () => null,
      async () => null,
    );
    const captured = await connector.capture({ apiName, payload: {} }, context);
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining('Nothing undoes') });
    const plan = connector.plan({ apiName, payload: {}, response: {}, snapshot: null });
    expect(plan).toMatchObject({ class: 'impossible', reason: expect.stringContaining('one by one') });
  });
});

describe('a number that the agent adds to', () => {
  const start = async (attributes: object = { n: { N: '10' }, note: { S: 'b' } }) => {
    const Key = { id: { S: unique('order') } };
    await orders.client.send(new PutItemCommand({ TableName, Item: { ...Key, ...attributes } }));
    const state = async () => {
      const { Item } = await orders.client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
      const { id: _, ...rest } = Item ?? {};
      return rest;
    };
    const update = (UpdateExpression: string, x: string, more: object = {}) => {
      const payload = { TableName, Key, UpdateExpression, ExpressionAttributeValues: { ':x': { N: x } }, ...more };
      return orders.trip(
        'update',
        payload as JsonObject,
        () => orders.client.send(new UpdateItemCommand(payload)),
        state,
      );
    };
    return { state, update };
  };
  const EXPRESSIONS: readonly [expression: string, values?: Record<string, { N: string }>][] = [
    ['ADD n :x'],
    ['SET n = n + :x'],
    ['SET n = :x + n'],
    ['SET n = n - :x'],
    ['SET n = if_not_exists(n, :zero) + :x', { ':zero': { N: '0' } }],
  ];

  it.each(EXPRESSIONS)('with %s is as before after the undo', async (expression, values = {}) => {
    const { update } = await start();
    const more = { ExpressionAttributeValues: { ':x': { N: '5' }, ...values } };
    await roundTrip(update(expression, '5', more));
  });

  describe.each(EXPRESSIONS)('with %s', (expression, values = {}) => {
    const more = { ExpressionAttributeValues: { ':x': { N: '5' }, ...values } };
    const adding = async () => {
      const item = await start();
      return { ...item, call: item.update(expression, '5', more) };
    };

    it('is a conflict once another client has added after the call', async () => {
      const { update, call, state } = await adding();
      const effect = await perform(call);
      await update('ADD n :x', '100').act();
      const now = await state();
      expect(call.connector.plan(effect).calls).toEqual([expect.stringContaining('{"n":{"N":"10"}}')]);
      expect(await undo(call, effect)).toMatchObject({ outcome: 'conflict' });
      expect(await state()).toEqual(now);
    });

    it('is a conflict where another client has added between the capture and the call', async () => {
      const { update, call, state } = await adding();
      const act = async () => {
        await update('ADD n :x', '100').act();
        return call.act();
      };
      const effect = await perform({ ...call, act });
      const now = await state();
      expect(await undo(call, effect)).toMatchObject({ outcome: 'conflict' });
      expect(await state()).toEqual(now);
    });

    it('is not undone twice', async () => {
      const { update, call, state } = await adding();
      const effect = await perform(call);
      await undo(call, effect);
      await update('ADD n :x', '100').act();
      expect(await undo(call, effect)).toMatchObject({ outcome: 'conflict' });
      expect(await state()).toEqual({ n: { N: '110' }, note: { S: 'b' } });
    });
  });

  it('is a conflict where another client put something else in its place', async () => {
    const { update, state } = await start();
    const call: Trip = update('ADD n :x', '5');
    const effect = await perform(call);
    await orders.client.send(
      new PutItemCommand({ TableName, Item: { ...(effect.payload.Key as object), n: { S: 'text' } } as never }),
    );
    expect(await undo(call, effect)).toMatchObject({ outcome: 'conflict' });
    expect(await state()).toEqual({ n: { S: 'text' } });
  });
});
