import {
  DeleteItemCommand,
  type DeleteItemCommandInput,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../src/connectors/connector.js';
import { perform, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { UNSEEN } from '../../../src/connectors/unseen.js';
import { unique } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import { type Orders, startOrders, TableName } from '../../support/orders.js';
import { github } from '../subjects/github.js';
import { http } from '../subjects/http.js';
import { slack } from '../subjects/slack.js';
import { stripe } from '../subjects/stripe.js';
import { given, type Subject } from '../subjects/subject.js';

/** Another client acts between the capture and the call. */
const overtaken = (first: () => Promise<unknown>, trip: Trip): Trip => ({
  ...trip,
  act: async () => {
    await first();
    return trip.act();
  },
});

/** Expects that nothing is written, and that the report gives the reason. */
async function isConflict(trip: Trip): Promise<void> {
  const effect = await perform(trip);
  const now = await trip.state();
  expect(await undo(trip, effect)).toMatchObject({
    outcome: 'conflict',
    detail: expect.stringContaining('was changed between the capture and the call'),
  });
  expect(await trip.state()).toEqual(now);
}

/** It is undone, and the plan has no doubt. */
async function isUndone(trip: Trip, isUnseen = false): Promise<void> {
  const before = await trip.state();
  const effect = await perform(trip);
  expect(trip.connector.plan(effect).remains.includes(UNSEEN)).toBe(isUnseen);
  expect(await undo(trip, effect)).toMatchObject({ outcome: 'done' });
  expect(await trip.state()).toEqual(before);
}

describe.each([
  ['a customer of Stripe', stripe],
  ['a bookmark of Slack', slack],
  ['a release of GitHub', github],
  ['a thing of json-server of which the fields are declared', () => http(['name', 'note'])],
])('%s', (_, start) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await start();
  });
  afterAll(() => subject.stop());

  it('is not changed back where the answer shows that another field changed between capture and call', async () => {
    const thing = await subject.newThing();
    await isConflict(overtaken(async () => thing.setOther?.('c'), given(thing.change)('x')));
  });

  it('is changed back by an operator who wants it so', async () => {
    const thing = await subject.newThing();
    const trip = overtaken(async () => thing.setOther?.('c'), given(thing.change)('x'));
    const effect = await perform(trip);
    expect(await undo(trip, effect, 'force')).toMatchObject({ outcome: 'done', items: [{ result: 'forced' }] });
  });
});

describe('a file on GitHub', () => {
  let server: Awaited<ReturnType<typeof startGitHub>>;
  beforeAll(async () => {
    server = await startGitHub();
  });
  afterAll(() => server.stop());

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  async function newFile() {
    const at = { ...(await server.newRepository()), path: 'a.txt' };
    const { rest } = server.agent;
    const how = { ...at, message: 'a' };
    const { data } = await rest.repos.createOrUpdateFileContents({ ...how, content: base64('a') });
    const state = async () => {
      const found = await rest.repos.getContent(at).catch(() => null);
      return found && (found.data as { content?: string }).content?.trim();
    };
    return { how, sha: String(data.content?.sha), state };
  }

  it('is changed and deleted under the blob that was captured: the plan has no doubt', async () => {
    const { how, sha, state } = await newFile();
    await isUndone(
      server.trip('github.repos.createOrUpdateFileContents', { ...how, content: base64('x'), sha }, state),
    );
    await isUndone(server.trip('github.repos.deleteFile', { ...how, sha }, state));
  });
});

describe('an item of DynamoDB', () => {
  let orders: Orders;
  beforeAll(async () => {
    orders = await startOrders();
  });
  afterAll(() => orders.stop());

  const newItem = async (item?: object) => {
    const Key = { id: { S: unique('order') } };
    const put = (more: object) => orders.client.send(new PutItemCommand({ TableName, Item: { ...Key, ...more } }));
    if (item) await put(item);
    const state = async () =>
      (await orders.client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
    const trip = (verb: string, payload: object, act: () => Promise<unknown>): Trip =>
      orders.trip(verb, payload as JsonObject, act, state);
    return {
      ...{ Key, put },
      update: (more: Partial<UpdateItemCommandInput>) => {
        const set = { UpdateExpression: 'SET a = :x', ExpressionAttributeValues: { ':x': { S: 'x' } } };
        const payload = { TableName, Key, ...set, ...more };
        return trip('update', payload, () => orders.client.send(new UpdateItemCommand(payload)));
      },
      replace: (more: Partial<PutItemCommandInput>) => {
        const payload = { TableName, Item: { ...Key, a: { S: 'x' } }, ...more };
        return trip('put', payload, () => orders.client.send(new PutItemCommand(payload)));
      },
      remove: (more: Partial<DeleteItemCommandInput>) => {
        const payload = { TableName, Key, ...more };
        return trip('delete', payload, () => orders.client.send(new DeleteItemCommand(payload)));
      },
    };
  };
  const [A, C] = [
    { a: { S: 'a' }, b: { S: 'b' } },
    { a: { S: 'c' }, b: { S: 'b' } },
  ];

  it('is not restored where a deletion answers another item', async () => {
    const { put, remove } = await newItem(A);
    await isConflict(overtaken(() => put(C), remove({ ReturnValues: 'ALL_OLD' })));
  });

  it('is not deleted where a put answers that it replaced another one', async () => {
    const { put, replace } = await newItem();
    await isConflict(overtaken(() => put(C), replace({ ReturnValues: 'ALL_OLD' })));
  });

  it('is not changed back where an update answers another attribute beside its own', async () => {
    const { put, update } = await newItem(A);
    await isConflict(overtaken(() => put({ ...A, b: { S: 'c' } }), update({ ReturnValues: 'ALL_NEW' })));
  });

  it('is undone for certain where the answer has the former attributes', async () => {
    await isUndone((await newItem(A)).remove({ ReturnValues: 'ALL_OLD' }));
    await isUndone((await newItem(A)).replace({ ReturnValues: 'ALL_OLD' }));
    await isUndone((await newItem()).replace({ ReturnValues: 'ALL_OLD' }));
    await isUndone((await newItem({ b: { S: 'b' } })).update({ ReturnValues: 'UPDATED_OLD' }));
  });

  it('is undone without a doubt where the call was conditional on what was captured', async () => {
    const Names = { ExpressionAttributeNames: { '#a': 'a' } };
    const Values = { ExpressionAttributeValues: { ':x': { S: 'x' }, ':a': { S: 'a' } } };
    await isUndone((await newItem(A)).update({ ConditionExpression: '#a = :a', ...Names, ...Values }));
    await isUndone((await newItem()).replace({ ConditionExpression: 'attribute_not_exists(id)' }));
    await isUndone((await newItem({ b: { S: 'b' } })).update({ ConditionExpression: 'attribute_not_exists(a)' }));
  });

  it('is undone with a doubt where the condition is about something else', async () => {
    const Values = { ExpressionAttributeValues: { ':x': { S: 'x' }, ':b': { S: 'b' } } };
    await isUndone((await newItem(A)).update({ ConditionExpression: 'b = :b', ...Values }), true);
    await isUndone((await newItem(A)).update({ ConditionExpression: 'a = :b OR b = :b', ...Values }), true);
    await isUndone((await newItem(A)).update({ ConditionExpression: 'attribute_exists(a)' }), true);
  });
});
