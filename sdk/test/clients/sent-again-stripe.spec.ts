import Stripe from 'stripe';
import { unique } from '../../../test/support/client.js';
import { type StripeMock, startStripeMock } from '../../../test/support/stripe-stateful-mock.mjs';
import { newGovernance } from '../support/governance.js';
import { newLosingGateway } from '../support/losing-gateway.js';

let there: StripeMock;
beforeAll(async () => {
  there = await startStripeMock();
});
afterAll(() => there.stop());

const clientAt = (url: string) => {
  const { hostname, port } = new URL(url);
  return new Stripe('sk_test_agent', {
    protocol: 'http',
    host: hostname,
    port,
    maxNetworkRetries: 2,
    telemetry: false,
  });
};

async function setup(isLost: (method: string) => boolean) {
  const values = { secretKey: 'sk_test_server', baseUrl: there.url };
  const governance = await newGovernance({ credentials: { connector: 'stripe', values } });
  const gateway = await newLosingGateway(there.url, isLost);
  const wrapped = governance.wrap(clientAt(gateway.url), { connector: 'stripe' });
  return { ...governance, gateway, bare: clientAt(there.url), wrapped };
}

describe('a call that a client of Stripe sent twice', () => {
  it('with its idempotency key made one customer, and is SUCCESS', async () => {
    const { wrapped, bare, gateway, actions } = await setup((method) => method === 'POST');
    const email = `${unique('customer')}@example.com`;
    const { id } = await wrapped.customers.create({ email });
    gateway.close();
    expect(gateway.lost()).toBe(2);
    const made = (await bare.customers.list({ limit: 100 })).data.filter((one) => one.email === email);
    expect(made.map((one) => one.id)).toEqual([id]);
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('without one, and whose second answer is that there is none, is UNKNOWN, not FAILED', async () => {
    const { wrapped, bare, gateway, actions } = await setup((method) => method === 'DELETE');
    const { id } = await bare.customers.create({ email: `${unique('customer')}@example.com` });
    await wrapped.customers.del(id).catch(() => undefined);
    gateway.close();
    expect(gateway.lost()).toBe(2);
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN' }]);
  });

  it('is FAILED where the first answer is that there is none', async () => {
    const { wrapped, gateway, actions } = await setup(() => false);
    await expect(wrapped.customers.del('cus_none')).rejects.toMatchObject({ statusCode: 404 });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'FAILED', response: { refusal: { status: 404 } } }]);
  });
});
