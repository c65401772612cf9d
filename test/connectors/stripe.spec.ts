import Stripe from 'stripe';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { AS_LEFT, NOT_HAPPENED, proved, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { stripe } from '../../src/connectors/stripe/stripe.connector.js';
import { unique } from '../support/client.js';
import { type Emulate, startEmulate } from '../support/emulate.mjs';
import { freePort } from '../support/free-port.mjs';
import { patience } from '../support/patience.mjs';
import { tripThroughService } from '../support/service-trip.js';
import { type StripeMock, startStripeMock } from '../support/stripe-stateful-mock.mjs';

let emulate: Emulate;
let mock: StripeMock;
/** The agent has two clients: of emulate, and of stripe-stateful-mock. Each supports calls that the other does not. */
let client: Stripe;
let other: Stripe;

const clientAt = (url: string) => {
  const { hostname, port } = new URL(url);
  return new Stripe('sk_test_agent', {
    protocol: 'http',
    host: hostname,
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  });
};

beforeAll(async () => {
  [emulate, mock] = await Promise.all([startEmulate(['stripe']), startStripeMock()]);
  client = clientAt(emulate.urls.stripe ?? '');
  other = clientAt(mock.url);
});

afterAll(() => Promise.all([emulate.stop(), mock.stop()]));

const contextAt = (baseUrl: string | undefined, more: JsonObject = {}): ConnectorContext => ({
  credentials: { secretKey: 'sk_test_server', baseUrl: baseUrl ?? '', ...more } as Record<string, string>,
  allowedPrivateHosts: ['127.0.0.1'],
  timeoutMs: patience(800),
});

/** Stripe removes a member that is set to ""; both stand-ins keep it empty. */
const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).filter(([, one]) => one !== '' && one !== null))
      : member,
  );

function trip(
  at: 'emulate' | 'mock',
  apiName: string,
  payload: JsonObject,
  act: () => Promise<unknown>,
  state: () => Promise<unknown>,
): Trip {
  const context = contextAt(at === 'emulate' ? emulate.urls.stripe : mock.url);
  return {
    connector: stripe,
    context,
    apiName: `stripe.${apiName}`,
    payload,
    act,
    state: async () => withoutEmpty(await state()),
  };
}

const customersOf = async (email: string) => (await client.customers.list({ email })).data;

function creation(params: { email: string; name?: string; metadata?: Record<string, string> }): Trip {
  return trip(
    'emulate',
    'customers.create',
    params,
    () => client.customers.create(params),
    () => customersOf(params.email),
  );
}

async function update(params: Stripe.CustomerUpdateParams, before: Stripe.CustomerCreateParams): Promise<Trip> {
  const { id } = await client.customers.create(before);
  const payload = { id, ...params } as unknown as JsonObject;
  return trip(
    'emulate',
    'customers.update',
    payload,
    () => client.customers.update(id, params),
    () => client.customers.retrieve(id),
  );
}

describe('customers of Stripe', () => {
  it('are deleted when an agent made them', async () => {
    await roundTrip(creation({ email: `${unique('a')}@example.com`, name: 'Anna', metadata: { plan: 'pro' } }));
  });

  it('get their former values back, and lose the keys that were added to their metadata', async () => {
    const before = { email: `${unique('a')}@example.com`, name: 'Anna', metadata: { plan: 'free', since: '2020' } };
    // Both stand-ins replace the metadata as a whole, where Stripe leaves alone the keys that are not named.
    const metadata = { plan: 'pro', since: '2021', added: 'x' };
    await roundTrip(await update({ name: 'Berta', description: 'new', metadata }, before));
    await roundTrip(await update({ metadata: '' }, before));
  });

  it('get their address back as a whole (stripe-stateful-mock)', async () => {
    const address = { line1: '1 Way', line2: 'Attic', city: 'Bern', country: 'CH' };
    const { id } = await other.customers.create({ email: 'a@example.com', address });
    const params = { address: { line1: '2 Way', city: 'Basel' }, description: 'moved' };
    const state = () => other.customers.retrieve(id);
    await roundTrip(
      trip('mock', 'customers.update', { id, ...params }, () => other.customers.update(id, params), state),
    );
    await roundTrip(
      trip('mock', 'customers.update', { id, address: '' }, () => other.customers.update(id, { address: '' }), state),
    );
  });

  it('keep what another client has changed since, unless it is forced', async () => {
    const before = { email: `${unique('a')}@example.com`, name: 'Anna', description: 'before' };
    const call = await update({ name: 'Berta', description: 'agent' }, before);
    const id = String(call.payload.id);
    const effect = await refusesAfter(
      { ...call, payload: { id, name: 'Berta' }, act: () => client.customers.update(id, { name: 'Berta' }) },
      () => client.customers.update(id, { name: 'Carla' }),
    );
    const report = await undo(call, effect, 'force');
    expect(report.items[0]?.fields).toEqual([
      { field: 'name', before: 'Anna', after: 'Berta', now: 'Carla', result: 'forced' },
    ]);
    expect(await client.customers.retrieve(id)).toMatchObject({ name: 'Anna', description: 'before' });
  });

  it('who were there before are not deleted for an agent who says that it made them', async () => {
    const email = `${unique('a')}@example.com`;
    const call = creation({ email });
    const { id } = await client.customers.create({ email, name: 'Other' });
    const effect = await perform({ ...call, act: async () => ({ id: 'cus_x', email }) });
    const lie = { ...effect, response: { id, email, name: 'Berta' } };
    expect((await undo(call, lie)).outcome).toBe('conflict');
    const old = {
      ...lie,
      response: { id, email, name: 'Other' },
      snapshot: { takenAt: Date.now() + 600_000, place: String(effect.snapshot?.place), items: null },
    };
    expect(await undo(call, old, 'force')).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringContaining('was there before'),
    });
    expect(await customersOf(email)).toHaveLength(1);
    const path = { ...lie, response: { id: '../charges/ch_1' } };
    expect((await undo(call, path)).outcome).toBe('impossible');
  });

  it('are read again when the outcome of a call is unknown', async () => {
    const call = await update({ name: 'Berta' }, { email: `${unique('a')}@example.com`, name: 'Anna' });
    const id = String(call.payload.id);
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await stripe.probeOutcome(effect, call.context)).toEqual(NOT_HAPPENED);
    await call.act();
    expect(await stripe.probeOutcome(effect, call.context)).toEqual(AS_LEFT);
    await client.customers.update(id, { name: 'Carla' });
    expect(await stripe.probeOutcome(effect, call.context)).toEqual(UNKNOWN);
    const made = await perform({ ...creation({ email: 'x@example.com' }), act: async () => undefined });
    expect(await stripe.probeOutcome(made, call.context)).toEqual(UNKNOWN);
  });
});

describe('payments', () => {
  const amounts = { amount: 2_000, currency: 'EUR' };

  it('that an agent began are canceled, and stay so', async () => {
    const description = unique('order');
    const params = { ...amounts, description, metadata: { order: '7' } };
    const state = async () =>
      (await client.paymentIntents.list({ limit: 100 })).data.filter(
        (one) => one.description === description && one.status !== 'canceled',
      );
    const call = trip('emulate', 'paymentIntents.create', params, () => client.paymentIntents.create(params), state);
    const report = await roundTrip(call);
    expect(report.detail).toContain('stays, canceled');
  });

  it('that were paid meanwhile are a conflict; nothing is refunded by itself', async () => {
    let id = '';
    const act = async () => {
      const made = await client.paymentIntents.create(amounts);
      id = made.id;
      return made;
    };
    const call = trip(
      'emulate',
      'paymentIntents.create',
      amounts,
      act,
      async () => id && client.paymentIntents.retrieve(id),
    );
    const effect = await refusesAfter(call, () =>
      client.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    );
    const forced = await undo(call, effect, 'force');
    expect(forced).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('succeeded') });
    expect(await client.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
  });

  it('get back amount, description and metadata', async () => {
    const { id } = await client.paymentIntents.create({ ...amounts, description: 'before', metadata: { a: '1' } });
    const params = { amount: 3_000, description: 'agent', metadata: { a: '2', b: '3' } };
    const act = () => client.paymentIntents.update(id, params);
    await roundTrip(
      trip('emulate', 'paymentIntents.update', { id, ...params }, act, () => client.paymentIntents.retrieve(id)),
    );
  });

  it('that a checkout session asks for are asked for no more', async () => {
    const { id: customer } = await client.customers.create({ email: `${unique('a')}@example.com` });
    const params = { mode: 'payment', customer, success_url: 'https://example.com' } as const;
    const state = async () => (await client.checkout.sessions.list({ customer, status: 'open' })).data;
    const call = trip(
      'emulate',
      'checkout.sessions.create',
      params,
      () => client.checkout.sessions.create(params),
      state,
    );
    await roundTrip(call);
    let url = '';
    const effect = await refusesAfter(
      {
        ...call,
        act: async () => {
          const made = await client.checkout.sessions.create(params);
          url = made.url ?? '';
          return made;
        },
      },
      () => fetch(`${url.replace('localhost', '127.0.0.1')}/complete`, { method: 'POST', redirect: 'manual' }),
    );
    expect((await undo(call, effect, 'force')).outcome).toBe('failed');
  });

  it('get back the description of a charge (stripe-stateful-mock)', async () => {
    const { id } = await other.charges.create({
      ...amounts,
      currency: 'eur',
      source: 'tok_visa',
      description: 'before',
    });
    const params = { description: 'agent', metadata: { a: '1' } };
    const state = () => other.charges.retrieve(id);
    await roundTrip(trip('mock', 'charges.update', { id, ...params }, () => other.charges.update(id, params), state));
  });
});

describe('products and prices', () => {
  const newPrice = (nickname: string) =>
    other.prices.create({
      currency: 'eur',
      unit_amount: 500,
      nickname,
      product_data: { name: 'Box' },
      metadata: { a: '1' },
    });

  it('costs what it cost before (stripe-stateful-mock)', async () => {
    const { id } = await newPrice('before');
    const params = { active: false, nickname: 'agent', metadata: { a: '2', b: '3' } };
    const state = () => other.prices.retrieve(id);
    const call = trip('mock', 'prices.update', { id, ...params }, () => other.prices.update(id, params), state);
    await roundTrip(call);
    await refusesAfter(call, () =>
      other.prices.update(id, { ...params, nickname: 'other', active: true, metadata: { a: '9' } }),
    );
  });

  it('can no more be bought for a price that an agent made (stripe-stateful-mock)', async () => {
    const params = { currency: 'eur', unit_amount: 700, nickname: unique('price') };
    const product_data = { name: 'Box' };
    const state = async () =>
      (await other.prices.list({ active: true })).data.filter(({ nickname }) => nickname === params.nickname);
    const act = () => other.prices.create({ ...params, product_data });
    await roundTrip(trip('mock', 'prices.create', { ...params, product_data }, act, state));
  });

  it('is not counted as archived without an answer: emulate changes no products, and answers with a text that the client accepts', async () => {
    const call = trip(
      'emulate',
      'products.create',
      { name: 'Box' },
      () => client.products.create({ name: 'Box' }),
      async () => null,
    );
    const effect = await perform(call);
    expect(await stripe.probeOutcome(effect, call.context)).toEqual(proved('answer'));
    expect(await undo(call, effect)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('no product prod_'),
    });
  });
});

describe('the stripe connector', () => {
  it('sends one key for every try at one call: what was done is not done again (stripe-stateful-mock)', async () => {
    const { id } = await other.prices.create({
      currency: 'eur',
      unit_amount: 1,
      nickname: 'before',
      product_data: { name: 'x' },
    });
    const params = { nickname: 'agent' };
    const call = trip(
      'mock',
      'prices.update',
      { id, ...params },
      () => other.prices.update(id, params),
      async () => null,
    );
    const effect = await perform(call);
    expect((await undo(call, effect)).outcome).toBe('done');
    await other.prices.update(id, params);
    // The mock answers the second try from its memory; reading back tells that nothing was done.
    expect((await undo(call, effect)).outcome).toBe('failed');
    expect((await stripe.undo(effect, 'skip', { ...call.context, idempotencyKey: 'of-another-step' })).outcome).toBe(
      'done',
    );
    expect((await other.prices.retrieve(id)).nickname).toBe('before');
  });

  it('refuses to capture what it cannot restore, and treats deleted objects as absent', async () => {
    const call = { apiName: 'stripe.customers.update', payload: { id: 'cus_nobody', name: 'x' } };
    for (const url of [emulate.urls.stripe, mock.url]) {
      expect(await stripe.capture(call, contextAt(url))).toMatchObject({
        captured: true,
        content: { items: [{ reading: null }] },
      });
    }
    const path = { ...call, payload: { id: '../charges' } };
    expect(await stripe.capture(path, contextAt(mock.url))).toMatchObject({ captured: false });
  });

  it('says in words why it cannot read: a wrong key, a wrong address, a private host, a server that is gone', async () => {
    const capture = (context: ConnectorContext) =>
      stripe.capture({ apiName: 'stripe.customers.update', payload: { id: 'cus_1', name: 'x' } }, context);
    const failing = (part: string) => ({ captured: false, reason: expect.stringContaining(part) });
    const wrong = contextAt(mock.url, { secretKey: 'pk_wrong_key_of_nobody' });
    expect(await capture(wrong)).toEqual(failing('Invalid API Key'));
    await expect(stripe.probe(wrong)).rejects.toThrow('Invalid API Key');
    await stripe.probe(contextAt(mock.url));
    await stripe.probe(contextAt(emulate.urls.stripe));
    expect(await capture({ ...contextAt(mock.url), allowedPrivateHosts: [] })).toEqual(
      failing('does not allow its host'),
    );
    expect(await capture(contextAt(`http://127.0.0.1:${await freePort()}`))).toEqual(failing('ECONNREFUSED'));
    for (const [url, why] of [
      ['http://93.184.215.14', 'must be https://'],
      ['file:///etc/passwd', 'must be https://'],
      ['https://me@stripe.example', 'neither a password nor a query'],
      [`${mock.url}/v1`, 'must have no path'],
    ] as const)
      expect(await capture(contextAt(url))).toEqual(failing(why));
  });

  it('names what nothing undoes, and the compensation that is an action of its own', () => {
    const of = (name: string) => stripe.operations.find(({ apiName }) => apiName === `stripe.${name}`);
    expect(of('charges.capture')).toMatchObject({
      reversibility: 'none',
      inverse: null,
      notes: expect.stringContaining('refunds.create'),
    });
    const effect = { apiName: 'stripe.refunds.create', payload: {}, response: undefined, snapshot: null };
    expect(stripe.plan(effect)).toMatchObject({ class: 'impossible', reason: expect.stringContaining('gone back') });
  });

  it('undoes through the service what an agent did', async () => {
    const { id } = await other.prices.create({
      currency: 'eur',
      unit_amount: 1,
      nickname: 'before',
      product_data: { name: 'x' },
    });
    const params = { nickname: 'agent', active: false };
    const { plan, report } = await tripThroughService({
      connector: stripe,
      apiName: 'stripe.prices.update',
      context: contextAt(mock.url),
      payload: { id, ...params },
      act: () => other.prices.update(id, params),
      state: () => other.prices.retrieve(id),
    });
    expect(plan[0]).toMatchObject({ class: 'exact', calls: [`prices.update ${id} active=true nickname="before"`] });
    expect(report.results[0]).toMatchObject({ outcome: 'ROLLED_BACK' });
  });
});
