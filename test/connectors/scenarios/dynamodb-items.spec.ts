import { BatchWriteItemCommand, GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../src/connectors/connector.js';
import { perform, roundTrip, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { transientMemory } from '../../../src/connectors/undo-memory.js';
import { unique } from '../../support/client.js';
import { type Orders, startOrders, TableName } from '../../support/orders.js';
import { newScenario } from '../../support/scenario.js';

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

  it.each([true, false])(
    'leaves the item that DynamoDB did not process, also where another client wrote it: %s',
    async (isWritten) => {
      const [done, open] = [Item(), Item()];
      const put = (item: object) => new PutItemCommand({ TableName, Item: { ...item, note: { S: 'x' } } });
      const request = (item: object) => ({ PutRequest: { Item: { ...item, note: { S: 'x' } } } });
      const state = async () => {
        const found = [done, open].map((Key) => orders.client.send(new GetItemCommand({ TableName, Key })));
        return (await Promise.all(found)).map(({ Item: one }) => one?.note?.S);
      };
      const act = async () => {
        await orders.client.send(put(done));
        return { UnprocessedItems: { [TableName]: [request(open)] } };
      };
      const call = orders.trip('put', { RequestItems: { [TableName]: [done, open].map(request) } }, act, state);
      const trip = { ...call, apiName: 'dynamodb.items.batchWrite' };
      const scenario = await newScenario(trip);
      await scenario.run(trip);
      if (isWritten) await orders.client.send(put(open));
      expect((await scenario.rollBack()).outcomes).toEqual([isWritten ? 'CONFLICT' : 'ROLLED_BACK']);
      expect(await state()).toEqual([undefined, isWritten ? 'x' : undefined]);
    },
  );

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

    it('says in the conflict what the call added, which an operator has subtracted from what is there', async () => {
      const { update, call, state } = await adding();
      const effect = await perform(call);
      await update('ADD n :x', '100').act();
      const { N: now = '' } = (await state()).n ?? {};
      const memory = transientMemory();
      const subtracting = (more: object = {}) =>
        call.connector.undo(effect, 'skip', { ...call.context, memory, subtracts: true, ...more });
      const conflict = await call.connector.undo(effect, 'skip', call.context);
      const added = expression.includes('-') ? '-5' : '5';
      expect(conflict.items[0]?.fields).toMatchObject([{ field: 'n', result: 'conflict', added }]);
      expect(await subtracting()).toMatchObject({ outcome: 'done', items: [{ result: 'forced' }] });
      const left = { n: { N: String(Number(now) - Number(added)) }, note: { S: 'b' } };
      expect(await state()).toEqual(left);
      expect((await subtracting()).outcome).toBe('done');
      expect(await state()).toEqual(left);
      await update('ADD n :x', '1').act();
      expect((await subtracting()).outcome).toBe('conflict');
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

  it('is subtracted without asking where the attribute is declared as a counter, and the plan says so', async () => {
    const { update, state } = await start();
    const call = update('ADD n :x SET note = :x', '5');
    const effect = await perform(call);
    await update('ADD n :x', '100').act();
    const declared = { ...effect, counters: `${TableName}.*` };
    const sentence = expect.stringContaining(`${TableName}.n is declared as a counter`);
    expect(call.connector.plan(declared).remains).toContainEqual(sentence);
    expect(call.connector.plan({ ...effect, counters: 'other.n' }).remains).not.toContainEqual(sentence);
    const { outcome, items } = await call.connector.undo(declared, 'skip', call.context);
    expect([outcome, items[0]?.result]).toEqual(['done', 'restored']);
    expect(await state()).toEqual({ n: { N: '110' }, note: { S: 'b' } });
  });

  it('made an item, from which other clients lose nothing that they added since', async () => {
    const { update, state } = await start();
    const Key = { id: { S: unique('new') } };
    const fresh = {
      TableName,
      Key,
      UpdateExpression: 'ADD n :x SET by_agent = :x',
      ExpressionAttributeValues: { ':x': { N: '5' } },
    };
    const read = async () =>
      (await orders.client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
    const call = orders.trip(
      'update',
      fresh as JsonObject,
      () => orders.client.send(new UpdateItemCommand(fresh)),
      read,
    );
    const effect = await perform(call);
    await update('ADD n :x', '1', { Key }).act();
    expect((await call.connector.undo(effect, 'skip', call.context)).outcome).toBe('conflict');
    const memory = transientMemory();
    for (const _ of ['once', 'and no second time']) {
      const { outcome } = await call.connector.undo(effect, 'skip', { ...call.context, memory, subtracts: true });
      expect([outcome, await read()]).toEqual(['done', { ...Key, n: { N: '1' } }]);
    }
    expect(await state()).toMatchObject({ n: { N: '10' } });
  });

  it('is read again where another client adds while the undo subtracts', async () => {
    const { update, state } = await start();
    const call = update('ADD n :x', '5');
    const effect = await perform(call);
    await update('ADD n :x', '100').act();
    const memory = transientMemory();
    const subtracts = { ...call.context, memory, subtracts: true };
    let raced = false;
    const assertHeld = () => {
      raced = true;
    };
    const late = {
      ...memory,
      note: async (...noted: Parameters<typeof memory.note>) => {
        await memory.note(...noted);
        if (!raced && noted[0].some(({ written }) => written)) await update('ADD n :x', '1').act();
      },
    };
    await expect(call.connector.undo(effect, 'skip', { ...subtracts, memory: late, assertHeld })).rejects.toThrow(
      'conditional',
    );
    expect(await state()).toMatchObject({ n: { N: '116' } });
    expect((await call.connector.undo(effect, 'skip', subtracts)).outcome).toBe('done');
    expect(await state()).toMatchObject({ n: { N: '111' } });
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
