import { GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../../src/connectors/connector.js';
import { unique } from '../../../support/client.js';
import { type Orders, startOrders, TableName } from '../../../support/orders.js';
import { newLyingAgent, outcomesOf } from '../support/lying-agent.js';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.stop());

async function newItem() {
  const Key = { id: { S: unique('order') } };
  await orders.client.send(new PutItemCommand({ TableName, Item: { ...Key, n: { N: '10' } } }));
  const update = (UpdateExpression: string, x: string) => ({
    ...{ TableName, Key, UpdateExpression, ExpressionAttributeValues: { ':x': { N: x } } },
  });
  const send = (expression: string, x: string) => orders.client.send(new UpdateItemCommand(update(expression, x)));
  const numberIn = async () =>
    (await orders.client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item?.n?.N;
  return { update, send, numberIn };
}

const newAgent = () => newLyingAgent('dynamodb', orders.credentials);

describe('a sum of a call that never ran', () => {
  it.each(['ADD n :x', 'SET n = n + :x', 'SET n = :x + n'])('is never subtracted: %s', async (expression) => {
    const { update, send, numberIn } = await newItem();
    const agent = await newAgent();
    const payload = update(expression, '1000000') as unknown as JsonObject;
    await agent.claim({ apiName: 'dynamodb.items.update', payload }, { Attributes: { n: { N: '1000010' } } });
    await send('ADD n :x', '3');
    expect(outcomesOf(await agent.rollBack())).toEqual(['CONFLICT']);
    expect(outcomesOf(await agent.rollBack(agent.operator))).toEqual(['CONFLICT']);
    expect(await numberIn()).toBe('13');
  });

  it('is undone as an ordinary one where it ran', async () => {
    const { update, send, numberIn } = await newItem();
    const agent = await newAgent();
    const payload = update('ADD n :x', '7') as unknown as JsonObject;
    const id = await agent.ask({ apiName: 'dynamodb.items.update', payload });
    await send('ADD n :x', '7');
    await agent.tell(id, 'SUCCESS', {});
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK']);
    expect(await numberIn()).toBe('10');
  });
});
