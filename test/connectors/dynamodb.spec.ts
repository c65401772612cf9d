import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import type { ConnectorContext, Effect, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { dynamodb } from '../../src/connectors/dynamodb/dynamodb.connector.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { UNSEEN } from '../../src/connectors/unseen.js';
import { unique } from '../support/client.js';
import { type StandIn, startDynamo } from '../support/dynalite.mjs';
import { makeOrders, startOrders } from '../support/orders.js';
import { patience } from '../support/patience.mjs';
import { newPerformer } from '../support/service-trip.js';

type Item = Record<string, AttributeValue>;

const TableName = 'orders';
let server: StandIn;
let agent: DynamoDBClient;
let context: ConnectorContext;

beforeAll(async () => {
  server = await startDynamo();
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  agent = new DynamoDBClient({ endpoint: server.url, region: 'us-east-1', credentials: { ...credentials } });
  context = {
    credentials: { ...credentials, region: 'us-east-1', baseUrl: server.url },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(800),
  };
  await agent.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'id', KeyType: 'HASH' },
        { AttributeName: 'no', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'id', AttributeType: 'S' },
        { AttributeName: 'no', AttributeType: 'N' },
      ],
    }),
  );
});

afterAll(async () => {
  agent.destroy();
  await server.stop();
});

const newKey = () => ({ id: { S: unique('order') }, no: { N: '1' } });

async function seen(Key: Item): Promise<Item | null> {
  const { id, no } = Key;
  const read = new GetItemCommand({ TableName, Key: { id, no } as Item, ConsistentRead: true });
  const { Item = null } = await agent.send(read);
  return Item && sorted(Item);
}

/** Sets have no order. */
const sorted = (item: Item) =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      for (const set of [value.SS, value.NS, value.BS]) set?.sort();
      return [name, value];
    }),
  ) as Item;

const store = (Item: Item) => agent.send(new PutItemCommand({ TableName, Item }));

function trip(apiName: string, payload: JsonObject, keys: Item[], act: () => Promise<unknown>): Trip {
  return { connector: dynamodb, context, apiName, payload, act, state: () => Promise.all(keys.map(seen)) };
}

const put = (item: JsonObject, real = item as unknown as Item) =>
  trip('dynamodb.items.put', { TableName, Item: item }, [real], () => store(real));

const remove = (Key: Item) =>
  trip('dynamodb.items.delete', { TableName, Key: Key as unknown as JsonObject }, [Key], () =>
    agent.send(new DeleteItemCommand({ TableName, Key })),
  );

/** Builds an update. The values are those of the placeholders. */
function update(Key: Item, UpdateExpression: string, values: JsonObject = {}, names: JsonObject = {}): Trip {
  const payload = {
    TableName,
    Key: Key as unknown as JsonObject,
    UpdateExpression,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  };
  const input = payload as unknown as ConstructorParameters<typeof UpdateItemCommand>[0];
  return trip('dynamodb.items.update', payload, [Key], () => agent.send(new UpdateItemCommand(input)));
}

const FULL: Item = {
  word: { S: 'Grüße' },
  amount: { N: '10.5' },
  paid: { BOOL: true },
  rest: { NULL: true },
  raw: { B: new Uint8Array([0, 255, 128]) },
  marks: { SS: ['b', 'a'] },
  amounts: { NS: ['2', '1'] },
  raws: { BS: [new Uint8Array([1]), new Uint8Array([0])] },
  xs: { L: [{ S: 'a' }, { N: '1' }, { M: { deep: { S: 'x' } } }] },
  parts: { M: { a: { N: '1' }, b: { L: [{ BOOL: false }] } } },
};

describe('the dynamodb connector', () => {
  it('deletes an item that a put created', async () => {
    const report = await roundTrip(put({ ...newKey(), total: { N: '012.50' }, tags: { SS: ['b', 'a'] } }));
    expect(report.items[0]?.resource).toMatch(/^orders \{"id":\{"S":"order-\w+"\},"no":\{"N":"1"\}\}$/);
  });

  it('restores every type of attribute that a put replaced or dropped', async () => {
    const key = newKey();
    await store({ ...key, ...FULL });
    await roundTrip(put({ ...key, word: { S: 'agent' }, fresh: { BOOL: true } }));
    const bytes = new Uint8Array([7, 0]);
    const $base64 = Buffer.from(bytes).toString('base64');
    await roundTrip(put({ ...key, raw: { B: { $base64 } } }, { ...key, raw: { B: bytes } }));
  });

  it.each(['12345678901234567890123456789012345678', '0.12345678901234567890123456789012345678'])(
    'restores %s, which no double holds, after a put and after a sum',
    async (N) => {
      const key = newKey();
      await store({ ...key, amount: { N } });
      await roundTrip(put({ ...key, amount: { N: '1' } }));
      await roundTrip(
        update(key, 'ADD amount :x', { ':x': { N: N.replace(/\d/g, (digit) => (digit === '0' ? '0' : '1')) } }),
      );
      expect((await seen(key))?.amount).toEqual({ N });
    },
  );

  it('puts back an item that was deleted', async () => {
    const key = newKey();
    await store({ ...key, ...FULL });
    await roundTrip(remove(key));
  });

  it('deletes an item that an update made', async () => {
    await roundTrip(update(newKey(), 'SET amount = :t ADD uses :one', { ':t': { N: '1e2' }, ':one': { N: '1' } }));
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['SET #t = :a, paid = :b REMOVE rest', { ':a': { S: 'agent' }, ':b': { BOOL: false } }, { '#t': 'word' }],
    ['SET amount = amount + :n', { ':n': { N: '0.5' } }, {}],
    ['set amount = :n - amount, fresh = if_not_exists(fresh, :n)', { ':n': { N: '1' } }, {}],
    ['SET fresh = if_not_exists(word, :x), copied = parts.b[0]', { ':x': { S: 'x' } }, {}],
    ['ADD amount :n, marks :s, fresh :s', { ':n': { N: '-20' }, ':s': { SS: ['z', 'a'] } }, {}],
    ['DELETE marks :s, amounts :n', { ':s': { SS: ['a'] }, ':n': { NS: ['1.0', '2'] } }, {}],
    ['SET a = word, word = :x', { ':x': { S: 'x' } }, {}],
  ])('restores what %s changed', async (expression, values, names) => {
    const key = newKey();
    await store({ ...key, ...FULL });
    await roundTrip(update(key, expression, values, names));
  });

  // dynalite finds no two lists or maps equal, so that every condition on them fails there.
  it.each<[string, JsonObject, JsonObject]>([
    ['SET xs = list_append(xs, :more)', { ':more': { L: [{ S: 'end' }] } }, {}],
    ['SET xs = list_append(:more, if_not_exists(xs, :more))', { ':more': { L: [{ S: 'end' }] } }, {}],
    ['SET xs[0] = :x, xs[9] = :x REMOVE xs[1]', { ':x': { S: 'x' } }, {}],
    ['REMOVE xs[1], parts.a', {}, {}],
    ['SET xs[2].deep = :x, parts.#b[0] = :x', { ':x': { S: 'x' } }, { '#b': 'b' }],
  ])('knows what %s left, and brings it back where the condition on it can hold', async (expression, values, names) => {
    const key = newKey();
    const call = update(key, expression, values, names);
    await store({ ...key, ...FULL });
    const before = await seen(key);
    const effect = await perform(call);
    const left = await seen(key);
    expect(await dynamodb.probeOutcome(effect, context)).toEqual(AS_LEFT);
    expect(dynamodb.plan(effect)).toMatchObject({ class: 'exact', calls: [expect.stringMatching(/^UpdateItem/)] });
    if (server.comparesLists) expect((await undo(call, effect)).outcome).toBe('done');
    else await expect(undo(call, effect)).rejects.toThrow('The conditional request failed');
    expect(await seen(key)).toEqual(server.comparesLists ? before : left);
  });

  it('restores what a batch put and deleted', async () => {
    const [made, changed, deleted, never] = [newKey(), newKey(), newKey(), newKey()];
    await store({ ...changed, a: { S: 'before' } });
    await store({ ...deleted, ...FULL });
    const RequestItems: JsonObject = {
      [TableName]: [
        { PutRequest: { Item: { ...made, a: { S: 'agent' } } } },
        { PutRequest: { Item: { ...changed, b: { S: 'agent' } } } },
        { DeleteRequest: { Key: deleted } },
        { DeleteRequest: { Key: never } },
      ],
    };
    await roundTrip(
      trip('dynamodb.items.batchWrite', { RequestItems }, [made, changed, deleted, never], () =>
        agent.send(new BatchWriteItemCommand({ RequestItems: RequestItems as never })),
      ),
    );
  });

  it('leaves an attribute alone that another client has set since, unless it is forced, and brings the others back', async () => {
    const key = newKey();
    await store({ ...key, a: { S: 'before' }, b: { S: 'before' } });
    const call = put({ ...key, a: { S: 'agent' }, b: { S: 'before' } });
    const effect = await refusesAfter(call, () => store({ ...key, a: { S: 'other' }, b: { S: 'before' } }));
    const report = await undo(call, effect, 'force');
    expect(report.outcome).toBe('done');
    expect(report.items[0]?.fields).toEqual([
      { field: 'a', before: { S: 'before' }, after: { S: 'agent' }, now: { S: 'other' }, result: 'forced' },
    ]);
    const both = put({ ...key, a: { S: '2' }, b: { S: '2' } });
    const second = await perform(both);
    await store({ ...key, a: { S: '2' }, b: { S: '3' }, mine: { S: 'new' } });
    expect((await undo(both, second)).outcome).toBe('conflict');
    expect(await seen(key)).toEqual({ ...key, a: { S: 'before' }, b: { S: '3' }, mine: { S: 'new' } });
  });

  it('does not replace an item that another client made where one was deleted', async () => {
    const key = newKey();
    await store({ ...key, a: { S: 'before' } });
    await refusesAfter(remove(key), () => store({ ...key, a: { S: 'other' } }));
  });

  it('does not delete an item that another client has changed since it was made', async () => {
    const key = newKey();
    await refusesAfter(put({ ...key, a: { S: 'agent' } }), () => store({ ...key, a: { S: 'other' } }));
  });

  it('attributes an item to another client where the agent’s update could not have made it', async () => {
    const key = newKey();
    await store({ ...key, a: { S: 'text' } });
    const call = update(key, 'SET a = a + :n', { ':n': { N: '1' } });
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await dynamodb.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await store({ ...key, a: { N: '1' } });
    expect((await undo(call, effect)).outcome).toBe('conflict');
  });

  it('knows whether a call of unknown outcome happened', async () => {
    const key = newKey();
    await store({ ...key, a: { S: 'before' } });
    const effect = await perform({ ...put({ ...key, a: { S: 'agent' } }), act: async () => undefined });
    expect(await dynamodb.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await store({ ...key, a: { S: 'agent' } });
    expect(await dynamodb.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await store({ ...key, a: { S: 'other' } });
    expect(await dynamodb.probeOutcome(effect, context)).toEqual(UNKNOWN);
  });

  it('says what a call would change and how that would be undone, without asking the server', async () => {
    const key = newKey();
    await store({ ...key, a: { N: '1' }, b: { S: 'x' } });
    const call = update(key, 'SET a = a + :n REMOVE b', { ':n': { N: '2' } });
    const effect: Effect = await perform({ ...call, act: async () => undefined });
    expect(dynamodb.describeChange?.(call, effect.snapshot ?? {})).toEqual([
      { field: 'a', before: { N: '1' }, after: { N: '3' } },
      { field: 'b', before: { S: 'x' }, after: null },
    ]);
    expect(dynamodb.plan(effect)).toEqual({
      class: 'exact',
      calls: [`UpdateItem orders ${JSON.stringify(key)} {"a":{"N":"1"},"b":{"S":"x"}}`],
      remains: [UNSEEN],
      reason: null,
    });
  });
});

describe('the dynamodb connector refuses to capture', () => {
  const capture = (apiName: string, payload: JsonObject, more: Partial<ConnectorContext> = {}) =>
    dynamodb.capture({ apiName, payload }, { ...context, ...more });
  const because = (reason: string) => ({ captured: false, reason: expect.stringContaining(reason) });

  it.each<[string, JsonObject, string]>([
    ['put', { TableName }, "'Item'"],
    ['put', { Item: { id: { S: '1' } } }, 'TableName'],
    ['put', { TableName, Item: { id: { S: '1' } } }, 'does not name no, of the key of orders'],
    ['delete', { TableName: 'nowhere', Key: { id: { S: '1' } } }, 'the provider answered 400'],
    ['update', { TableName, Key: newKey(), AttributeUpdates: { a: { Action: 'DELETE' } } }, 'AttributeUpdates'],
    ['update', { TableName, Key: newKey(), UpdateExpression: 'SET a = :x' }, ':x'],
    ['update', { TableName, Key: newKey(), UpdateExpression: 'SET #a = b' }, '#a'],
    ['update', { TableName, Key: newKey(), UpdateExpression: 'MAKE a' }, 'MAKE'],
    ['update', { TableName, Key: newKey(), UpdateExpression: 'SET a = size(b)' }, 'size'],
    ['update', { TableName, Key: newKey(), UpdateExpression: 'SET a = b ; c' }, 'cannot be read at'],
    ['batchWrite', { RequestItems: { orders: {} } }, 'RequestItems'],
  ])('a %s of %j', async (verb, payload, reason) => {
    expect(await capture(`dynamodb.items.${verb}`, payload)).toEqual(because(reason));
  });

  it('a call that it cannot undo', async () => {
    expect(await capture('dynamodb.tables.delete', { TableName })).toEqual(because('Nothing undoes'));
  });

  it('with a credential that is incomplete, a host it may not reach, or a server that is gone', async () => {
    const payload = { TableName, Key: newKey() };
    const reason = (more: Partial<ConnectorContext>) => capture('dynamodb.items.delete', payload, more);
    const credentials = (more: object) => ({ credentials: { ...context.credentials, ...more } });
    expect(await reason(credentials({ secretAccessKey: '' }))).toEqual(because('secretAccessKey'));
    expect(await reason({ allowedPrivateHosts: [] })).toEqual(because('does not allow its host'));
    expect(await reason(credentials({ baseUrl: 'http://127.0.0.1:1' }))).toEqual(because('ECONNREFUSED'));
    expect(await reason(credentials({ baseUrl: 'http://8.8.8.8' }))).toEqual(because('https://'));
    await expect(dynamodb.probe({ ...context, allowedPrivateHosts: [] })).rejects.toThrow('does not allow its host');
    await dynamodb.probe(context);
  });
});

describe('a table of DynamoDB that was deleted and recreated under its name', () => {
  it('is another place, where nothing is undone', async () => {
    const { client, trip, stop } = await startOrders();
    const Key = { id: { S: '1' } };
    const put = (name: string) => client.send(new PutItemCommand({ TableName, Item: { ...Key, name: { S: name } } }));
    const state = async () => (await client.send(new GetItemCommand({ TableName, Key }))).Item?.name?.S;
    await put('a');
    const call = trip('put', { TableName, Item: { ...Key, name: { S: 'x' } } }, () => put('x'), state);
    const effect = await perform(call);
    await client.send(new DeleteTableCommand({ TableName }));
    await waitUntilTableNotExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
    await makeOrders(client);
    await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
    await put('x');
    const report = await undo(call, effect, 'force');
    expect(report).toMatchObject({ outcome: 'impossible', items: [] });
    expect(report.detail).toMatch(/^orders was table .* another place has this name or address$/);
    expect(await dynamodb.probeOutcome(effect, call.context)).toEqual(UNKNOWN);
    expect(await state()).toBe('x');
    await stop();
  });
});

describe('a call of DynamoDB that the service makes', () => {
  const credentials = () => context.credentials as Record<string, string>;
  const keyOf = () => ({ id: { S: unique('item') }, no: { N: '1' } });

  it('is conditional on what was captured, beside its own condition, which is FAILED where it does not hold', async () => {
    const Key = keyOf();
    const { perform: make, rollback } = await newPerformer('dynamodb', credentials());
    const put = { TableName, Item: { ...Key, name: { S: 'a' } }, ConditionExpression: 'attribute_not_exists(id)' };
    expect(await make('items.put', put)).toMatchObject({ status: 'SUCCESS' });
    expect(await make('items.put', put)).toMatchObject({
      status: 'FAILED',
      response: { refusal: { status: 400, message: expect.stringContaining('conditional') } },
    });
    const update = {
      ...{ TableName, Key, UpdateExpression: 'SET #n = :n', ConditionExpression: '#n = :was' },
      ...{ ExpressionAttributeNames: { '#n': 'name' }, ReturnValues: 'ALL_OLD' },
      ExpressionAttributeValues: { ':n': { S: 'b' }, ':was': { S: 'a' } },
    };
    expect(await make('items.update', update)).toMatchObject({
      status: 'SUCCESS',
      response: { Attributes: { name: { S: 'a' } } },
    });
    const data = { $base64: Buffer.from([0, 255]).toString('base64') };
    const bytes = { TableName, Item: { ...Key, no: { N: '2' }, data: { B: data } } };
    expect(
      await make('items.batchWrite', { RequestItems: { [TableName]: [{ PutRequest: { Item: bytes.Item } }] } }),
    ).toMatchObject({ status: 'SUCCESS' });
    expect((await make('items.get', { TableName, Key: { ...Key, no: { N: '2' } } })).response.Item.data).toEqual({
      B: data,
    });
    expect(await make('items.delete', { TableName, Key })).toMatchObject({ status: 'SUCCESS' });
    expect((await rollback()).displayStatus).toBe('REVERTED');
    expect((await agent.send(new GetItemCommand({ TableName, Key }))).Item).toBeUndefined();
  });

  it('reads items and tables, and refuses commands that have an operation of their own', async () => {
    const Key = keyOf();
    await agent.send(new PutItemCommand({ TableName, Item: { ...Key, name: { S: 'a' } } }));
    const { perform: make } = await newPerformer('dynamodb', credentials());
    const query = { TableName, KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': Key.id } };
    expect((await make('items.query', query)).response).toMatchObject({ Count: 1, Items: [{ name: { S: 'a' } }] });
    expect((await make('tables.list', {})).response.TableNames).toContain(TableName);
    expect((await make('tables.get', { TableName })).response.Table.KeySchema).toHaveLength(2);
    const sent = await make('commands.send', { command: 'DeleteItemCommand', input: { TableName, Key } });
    expect(sent.response.refusal.message).toContain('has an operation of its own: dynamodb.items.delete');
  });
});
