import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { newGovernance } from './support/governance.js';

type Answer = (response: ServerResponse) => void;

let server: Server;
/** The provider's answers to the next requests; later requests succeed. */
const answers: Answer[] = [];
const keys: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    request.resume().on('end', () => (answers.shift() ?? well)(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  answers.splice(0);
  keys.splice(0);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const json = (status: number, body: object, headers: Record<string, string> = {}): Answer => {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const well = json(200, { id: 'cus_1', object: 'customer' });
const busy = json(429, { error: { type: 'rate_limit_error', message: 'busy' } }, { 'retry-after': '0' });
const broken = json(500, { error: { type: 'api_error', message: 'broken' } });
const declined = json(402, { error: { type: 'card_error', message: 'declined' } });

async function setup(retryable: string[]) {
  const governance = await newGovernance();
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe('sk_test_x', {
    protocol: 'http',
    host: '127.0.0.1',
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { ...governance, stripe: governance.wrap(stripe, { connector: 'stripe', retryable }) };
}

describe('a call that may be retried', () => {
  it('is repeated under one idempotency key, as one action', async () => {
    const { stripe, actions } = await setup(['customers.*']);
    answers.push(busy, broken);
    expect(await stripe.customers.create({ email: 'a@example.com' })).toMatchObject({ id: 'cus_1' });
    const [action, ...others] = await actions();
    expect(others).toEqual([]);
    expect(action).toMatchObject({ status: 'SUCCESS', apiName: 'stripe.customers.create' });
    expect(keys).toEqual([action.id, action.id, action.id]);
  });

  it('keeps the key that the caller gave it', async () => {
    const { stripe } = await setup(['customers.create']);
    answers.push(busy);
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'mine' });
    expect(keys).toEqual(['mine', 'mine']);
  });

  it('is made once where a failure says that it was refused', async () => {
    const { stripe, actions } = await setup(['customers.create']);
    answers.push(declined);
    await expect(stripe.customers.create({})).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(keys).toHaveLength(1);
    expect(await actions()).toMatchObject([{ status: 'FAILED' }]);
  });

  it('is the only one: others are made once, with the key that the client makes', async () => {
    const { stripe } = await setup(['customers.create']);
    answers.push(busy);
    await expect(stripe.customers.update('cus_1', { name: 'x' })).rejects.toMatchObject({ statusCode: 429 });
    expect(keys).toEqual([expect.stringMatching(/^stripe-node-retry-/)]);
  });
});
