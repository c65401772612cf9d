import Stripe from 'stripe';
import { unique } from '../../../test/support/client.js';
import { type Emulate, startEmulate } from '../../../test/support/emulate.mjs';
import { rollBack } from '../../../test/support/roll-back.js';
import { type StripeMock, startStripeMock } from '../../../test/support/stripe-stateful-mock.mjs';
import { type Governance, newGovernance } from '../support/governance.js';

let emulate: Emulate;
let mock: StripeMock;

beforeAll(async () => {
  [emulate, mock] = await Promise.all([startEmulate(['stripe']), startStripeMock()]);
});

afterAll(() => Promise.all([emulate.stop(), mock.stop()]));

const clientAt = (url: string, options: object = {}) => {
  const { hostname, port } = new URL(url);
  const own = { protocol: 'http', host: hostname, port, maxNetworkRetries: 0, telemetry: false } as const;
  return new Stripe('sk_test_agent', { ...own, ...options });
};

/** The same client twice, bare and wrapped, at one server that the service may read as well. */
async function setup(url = emulate.urls.stripe ?? '', options: object = {}, governance?: Governance) {
  const values = { secretKey: 'sk_test_server', baseUrl: url };
  const setting = governance ?? (await newGovernance({ credentials: { connector: 'stripe', values } }));
  const bare = clientAt(url);
  return { ...setting, bare, wrapped: setting.wrap(clientAt(url), { connector: 'stripe', ...options }) };
}

/** Removes the values that Stripe generates for each resource. */
const settled = (answer: object) => ({ ...answer, id: null, created: null, invoice_prefix: null });

describe('a wrapped Stripe', () => {
  it('is the same to look at, and its reads and lists are its own', async () => {
    const { bare, wrapped, actions } = await setup();
    expect(wrapped).toBeInstanceOf(Stripe);
    expect(wrapped.customers).toBe(wrapped.customers);
    expect(Object.keys(wrapped)).toEqual(Object.keys(bare));
    expect(wrapped.customers).toBeInstanceOf(bare.customers.constructor);
    const email = `${unique('a')}@example.com`;
    await Promise.all([1, 2, 3].map((n) => bare.customers.create({ email, name: `Customer ${n}` })));
    const results = [];
    for (const client of [bare, wrapped]) {
      const list = client.customers.list({ email, limit: 2 });
      const paged: unknown[] = [];
      for await (const { id } of client.customers.list({ email, limit: 2 })) paged.push(id);
      const { data } = await list;
      results.push({ data, paged, all: await list.autoPagingToArray({ limit: 10 }) });
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[0]?.paged).toHaveLength(3);
    expect(await actions()).toEqual([]);
  });

  it('answers and fails as the bare client does, and every call is recorded', async () => {
    const { bare, wrapped, actions } = await setup(mock.url);
    const results: unknown[] = [];
    for (const client of [bare, wrapped]) {
      const customer = await client.customers.create({ email: 'a@example.com', metadata: { plan: 'pro' } });
      const updated = await client.customers.update(customer.id, { name: 'Ada' });
      const error = await client.customers.update('cus_nobody', { name: 'Ada' }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      const { message, code, statusCode, type } = error as Stripe.errors.StripeError;
      const sent = Object.keys(updated.lastResponse).sort();
      results.push([settled(customer), settled(updated), sent, { message, code, statusCode, type }]);
    }
    expect(results[1]).toEqual(results[0]);
    const payload = { email: 'a@example.com', metadata: { plan: 'pro' } };
    expect(await actions()).toMatchObject([
      { apiName: 'stripe.customers.create', operationType: 'CREATE', status: 'SUCCESS', payload, response: payload },
      { apiName: 'stripe.customers.update', status: 'SUCCESS', payload: { name: 'Ada' }, violation: null },
      { apiName: 'stripe.customers.update', status: 'FAILED', payload: { id: 'cus_nobody', name: 'Ada' } },
    ]);
  });

  it('sends nothing that a policy blocks, nor what goes round the gate', async () => {
    const { bare, wrapped, policy, actions } = await setup();
    await policy('stripe.customers.*', 'BLOCK');
    const email = `${unique('a')}@example.com`;
    await expect(wrapped.customers.create({ email })).rejects.toMatchObject({ code: 'policy-blocked' });
    const blocked = { code: 'policy-blocked' };
    await expect(wrapped.rawRequest('POST', '/v1/customers', { email })).rejects.toMatchObject(blocked);
    const elsewhere = wrapped.withStripeContext('acct_1' as never);
    await expect(elsewhere.customers.create({ email })).rejects.toMatchObject(blocked);
    expect((await bare.customers.list({ email })).data).toEqual([]);
    expect(await wrapped.rawRequest('GET', `/v1/customers?email=${email}`)).toMatchObject({ data: [] });
    const all = await actions();
    expect(all.map(({ apiName, status }) => [apiName, status])).toEqual(
      Array(3).fill(['stripe.customers.create', 'BLOCKED']),
    );
    expect(all[1].payload).toEqual({ email });
  });

  it('runs what was approved, and records nothing that is secret', async () => {
    const { bare, wrapped, actions, approve } = await setup(mock.url, {
      requiresApproval: ['customers.update'],
      redact: ['metadata.secret'],
    });
    const before = await bare.customers.create({ email: 'a@example.com', name: 'Ada' });
    const update = wrapped.customers.update(before.id, { name: 'Bea', metadata: { secret: 'x' } }, { timeout: 5_000 });
    await approve((payload) => ({ ...payload, name: 'Eva' }));
    expect(await update).toMatchObject({ name: 'Eva', metadata: { secret: 'x' } });
    expect(await actions()).toMatchObject([
      {
        status: 'SUCCESS',
        violation: null,
        payload: { id: before.id, name: 'Eva', metadata: { secret: '[redacted]' } },
        originalPayload: { id: before.id, name: 'Bea', metadata: { secret: '[redacted]' } },
        response: { name: 'Eva', metadata: { secret: '[redacted]' } },
        snapshot: { captureFailed: false },
      },
    ]);
  });

  it('is undone', async () => {
    const { bare, wrapped, session } = await setup(mock.url);
    const price = { currency: 'eur', unit_amount: 1, nickname: 'before', product_data: { name: 'x' } };
    const { id } = await bare.prices.create(price);
    const state = await bare.prices.retrieve(id);
    await wrapped.prices.update(id, { nickname: 'agent', active: false });
    expect(await bare.prices.retrieve(id)).toMatchObject({ nickname: 'agent', active: false });
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await bare.prices.retrieve(id)).toEqual(state);
  });

  it('records the account that is named, and never a key', async () => {
    const { wrapped, actions } = await setup(mock.url);
    const options = { stripeAccount: 'acct_1', apiKey: 'sk_test_other', idempotencyKey: unique('key') };
    await wrapped.customers.create({ email: 'a@example.com' }, options).catch(() => undefined);
    const [{ payload }] = await actions();
    expect(payload.$options).toEqual({ stripeAccount: 'acct_1', apiKey: '[redacted]' });
  });

  it('records its reads where that is asked for; a list stays a list', async () => {
    const { wrapped, session, actions } = await setup(undefined, { logReads: ['customers.*'] });
    const email = `${unique('a')}@example.com`;
    expect(await wrapped.customers.list({ email }).autoPagingToArray({ limit: 3 })).toEqual([]);
    await wrapped.products.list();
    for (let waited = 0; (await actions()).length === 0 && waited < 50; waited += 1) await session.read();
    expect(await actions()).toMatchObject([
      { apiName: 'stripe.customers.list', operationType: 'READ', status: 'SUCCESS', payload: { args: [{ email }] } },
    ]);
  });

  it('does nothing for a test key, and answers what Stripe might', async () => {
    const { wrapped, bare, actions } = await setup(
      undefined,
      {},
      await newGovernance({ as: ({ testAgent }) => testAgent }),
    );
    const email = `${unique('a')}@example.com`;
    const customer = await wrapped.customers.create({ email });
    expect(customer).toMatchObject({ object: 'customer', email, id: expect.stringContaining('simulated') });
    expect(await wrapped.paymentIntents.capture('pi_1')).toMatchObject({ object: 'payment_intent', id: 'pi_1' });
    expect((await bare.customers.list({ email })).data).toEqual([]);
    expect(await actions()).toMatchObject([{ simulated: true }, { simulated: true }]);
  });
});
