import pg from 'pg';
import Stripe from 'stripe';
import { BILLING, Customer, deliver, SECRET } from '../../support/billing.js';
import { newOrganization, type Organization, unique } from '../../support/client.js';
import { type Emulate, startEmulate } from '../../support/emulate.mjs';
import { freePort } from '../../support/free-port.mjs';
import { errorOf, rows, tally } from '../../support/ledger.js';
import { type Asked, json, Listener } from '../../support/listener.js';
import { block } from '../../support/operations-page.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const WITHOUT_STRIPE = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' };
const DASHBOARD_URL = 'https://dashboard.example.test/home';

let emulate: Emulate;
let stripe: Stripe;
/** One at emulate, and two at `between`. */
let service: ServiceProcess;
let services: ServiceProcess[];
/** Hands everything on to emulate but the portal's session, which no stand-in has. */
let between: Listener;

async function handOn({ method, path, headers, body }: Asked) {
  const kept = Object.entries(headers).filter(([name]) => ['authorization', 'content-type'].includes(name));
  return fetch(`${emulate.urls.stripe}${path}`, {
    method,
    headers: kept.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(body && { body }),
  });
}

beforeAll(async () => {
  const port = await freePort();
  emulate = await startEmulate(['stripe'], {
    stripe: {
      products: [{ name: 'Backstop' }],
      prices: [{ id: 'price_pro', product_name: 'Backstop', currency: 'usd', unit_amount: 2_000 }],
      webhooks: [{ url: `http://127.0.0.1:${port}/webhooks/billing`, events: ['*'], secret: SECRET }],
    },
  });
  const { hostname: host, port: emulated } = new URL(emulate.urls.stripe ?? '');
  stripe = new Stripe(BILLING.STRIPE_SECRET_KEY, { host, port: emulated, protocol: 'http' });
  between = new Listener(async (asked, reply) => {
    if (asked.path === '/v1/billing_portal/sessions')
      return json(reply, 200, { url: `https://portal.test/?${asked.body}` });
    const answer = await handOn(asked);
    json(reply, answer.status, await answer.json());
  });
  const env = { ...BILLING, DASHBOARD_URL, LOG_LEVEL: 'info' };
  const atEmulate = { ...env, STRIPE_API_BASE: emulate.urls.stripe ?? '', PORT: String(port) };
  const atBetween = { ...env, STRIPE_API_BASE: await between.start() };
  [service, ...services] = await Promise.all([
    startService(atEmulate),
    startService(atBetween),
    startService(atBetween),
  ]);
});
afterAll(async () => {
  await Promise.all([service, ...services].map((one) => one.stop()));
  await Promise.all([emulate.stop(), between.stop(), rows.end()]);
});

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization(service);
});

const portal = (query = '', at = service) => organization.operator.at(at).get(`/billing/portal${query}`);

const linked = async () =>
  (
    await rows.query(
      `SELECT customer_id AS id, deleted_at IS NOT NULL AS deleted FROM billing_customers
       WHERE organization_id = $1 ORDER BY linked_at`,
      [organization.id],
    )
  ).rows;

/** The objects at emulate, by their ids. */
async function opened(): Promise<string[]> {
  const all = await stripe.customers.list({ limit: 100 });
  return all.data.flatMap(({ id, metadata }) => (metadata.organizationId === organization.id ? id : []));
}

const planOf = async (): Promise<string> =>
  (await rows.query('SELECT plan FROM organizations WHERE id = $1', [organization.id])).rows[0].plan;

/** Reads from the log the statuses that were answered to emulate's events. */
const answered = () => {
  const lines = service.output.filter((line) => line.includes('"route":"/webhooks/billing"'));
  return lines.map((line) => JSON.parse(line).status as number);
};

/** A subscription of a customer at emulate, which has none itself. */
async function pays(customerId: string, price = 'price_pro', at = service): Promise<void> {
  const customer = Object.assign(new Customer(), { id: customerId });
  expect((await deliver(at, customer.subscriptionIs('active', { price }))).status).toBe(200);
}

describe('buying a plan', () => {
  it('leads to a checkout of a customer who is made for the organization', async () => {
    const answer = await portal('?plan=PRO');
    expect(answer.status).toBe(200);
    const [customer] = await opened();
    expect(await linked()).toEqual([{ id: customer, deleted: false }]);
    const { data: sessions } = await stripe.checkout.sessions.list({ customer: customer ?? '' });
    expect(sessions).toHaveLength(1);
    expect(answer.body.data).toEqual({ url: sessions[0]?.url, kind: 'checkout' });
    expect(sessions[0]).toMatchObject({
      mode: 'subscription',
      status: 'open',
      success_url: DASHBOARD_URL,
    });
  });

  it('continues to the plan: the checkout’s event arrives signed from emulate, and that of the subscription follows', async () => {
    const { url } = (await portal('?plan=PRO')).body.data;
    const before = answered().length;
    await fetch(`${url}/complete`, { method: 'POST', redirect: 'manual' });
    const seen = await eventually(
      async () => answered().slice(before),
      ({ length }) => length > 0,
    );
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(await planOf()).toBe('TEAM');
    await pays((await opened())[0] ?? '');
    expect(await planOf()).toBe('PRO');
  });

  it('opened twice continues with the same customer', async () => {
    await portal('?plan=PRO');
    await portal('?plan=PRO');
    expect(await opened()).toHaveLength(1);
    expect(await linked()).toHaveLength(1);
  });

  it('is 503 billing-unavailable when Stripe does not know the price', async () => {
    const answer = await portal('?plan=TEAM');
    expect([answer.status, errorOf(answer)]).toEqual([503, 'billing-unavailable']);
  });
});

describe('the portal', () => {
  it('is 503 billing-unavailable at emulate, which has none and says so in words the library takes for an answer', async () => {
    const answer = await portal();
    expect([answer.status, errorOf(answer)]).toEqual([503, 'billing-unavailable']);
  });

  it('opens for the organization’s customer (its session alone is played by this test)', async () => {
    const answer = await portal('', services[0]);
    const [customer] = await opened();
    expect(answer.status).toBe(200);
    const { url, kind } = answer.body.data;
    expect(kind).toBe('portal');
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      customer,
      return_url: DASHBOARD_URL,
    });
  });

  it('opens instead of a second checkout once there is a subscription, and for the customer who has it', async () => {
    await portal('', services[0]);
    const payer = await stripe.customers.create({ metadata: { organizationId: organization.id } });
    const customer = Object.assign(new Customer(), { id: payer.id });
    await deliver(service, customer.checkout(organization.id));
    await pays(payer.id);
    const { url, kind } = (await portal('?plan=TEAM', services[1])).body.data;
    expect([kind, new URL(url).searchParams.get('customer')]).toEqual(['portal', payer.id]);
    await deliver(service, customer.subscriptionIs('canceled', { happened: 'deleted' }));
  });

  it('opened sixteen times at once at two processes makes one customer, under one key', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => portal('', services[index % 2])));
    expect(tally(answers)).toEqual({ 200: 16 });
    const [customer, ...others] = await linked();
    expect(others).toEqual([]);
    expect(new Set(answers.map(({ body }) => new URL(body.data.url).searchParams.get('customer')))).toEqual(
      new Set([customer.id]),
    );
    // emulate keeps no idempotency keys, so those who came too late were made, and taken back.
    expect(await opened()).toEqual([customer.id]);
    const asked = between.asked.filter(({ path, body }) => path === '/v1/customers' && body.includes(organization.id));
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  });
});

describe('a customer who is deleted at emulate', () => {
  it('takes the plan along, by its own signed event; the portal makes another one', async () => {
    await portal('?plan=PRO');
    const [first = ''] = await opened();
    await pays(first);
    expect(await planOf()).toBe('PRO');
    await stripe.customers.del(first);
    expect(await eventually(planOf, (plan) => plan === 'FREE')).toBe('FREE');
    await portal('?plan=PRO');
    const [second] = await opened();
    expect(await linked()).toEqual([
      { id: first, deleted: true },
      { id: second, deleted: false },
    ]);
  });
});

describe('an account that is deleted', () => {
  const remains = async (at = rows) =>
    (await at.query('SELECT count(*)::int AS n FROM organizations WHERE id = $1', [organization.id])).rows[0].n;
  /** A minute and more: when Stripe answers too late, the job asks again a minute later. */
  const erased = () => eventually(remains, (left) => left === 0, 30_000);
  /** The lines of the service's log about erasures that wait for an account at Stripe. */
  const toldToWait = (at: ServiceProcess) =>
    eventually(
      async () => at.output.filter((line) => line.includes('an erasure waits')).map((line) => JSON.parse(line)),
      ({ length }) => length > 0,
    );
  const deleteMe = async (at: ServiceProcess) => (await organization.operator.at(at).delete('/me')).status;

  it('has its customer deleted at Stripe, which ends what is paid for, before its rows are erased', async () => {
    await portal('?plan=PRO');
    expect(await opened()).toHaveLength(1);
    expect(await deleteMe(service)).toBe(200);
    expect(await erased()).toBe(0);
    expect(await opened()).toEqual([]);
  });

  it('is erased also when its customer is gone already', async () => {
    await portal('?plan=PRO');
    const [customer = ''] = await opened();
    await stripe.customers.del(customer);
    await eventually(linked, ([one]) => one.deleted);
    await rows.query('UPDATE billing_customers SET deleted_at = NULL WHERE customer_id = $1', [customer]);
    expect(await deleteMe(service)).toBe(200);
    expect(await erased()).toBe(0);
  });

  it('waits with its rows until Stripe answers, and until Stripe is configured', async () => {
    const database = await newOwnDatabase();
    const startAt = (env: Record<string, string>) =>
      startService({ ...BILLING, DATABASE_URL: database.serviceUrl, ...env });
    const atEmulate = { STRIPE_API_BASE: emulate.urls.stripe ?? '' };
    let one = await startAt(atEmulate);
    try {
      organization = await newOrganization(one);
      await portal('?plan=PRO', one);
      await one.stop();
      one = await startAt({ STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` });
      expect(await deleteMe(one)).toBe(200);
      const complaint = (code: string) => one.output.filter((line) => line.includes(code)).length;
      expect(
        await eventually(
          async () => complaint('Stripe'),
          (lines) => lines > 0,
        ),
      ).toBeGreaterThan(0);
      await one.stop();
      one = await startAt({ ...WITHOUT_STRIPE, LOG_LEVEL: 'warn' });
      const [waits] = await toldToWait(one);
      const [customer] = await opened();
      expect(waits).toMatchObject({ level: 40, organizationId: organization.id, customers: [customer] });
      expect([await remains(database.superuser), (await opened()).length]).toEqual([1, 1]);
      await one.stop();
      one = await startAt(atEmulate);
      const left = () => remains(database.superuser);
      expect(await eventually(left, (found) => found === 0)).toBe(0);
      expect(await opened()).toEqual([]);
    } finally {
      await one.stop();
      await database.drop();
    }
  });

  it('without a customer is erased where Stripe is not configured; one with a customer waits, which is logged once', async () => {
    const database = await newOwnDatabase();
    const env = { ...WITHOUT_STRIPE, DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'warn' };
    let one = await startService(env);
    try {
      const without = await newOrganization(one);
      organization = await newOrganization(one);
      await database.superuser.query('INSERT INTO billing_customers (customer_id, organization_id) VALUES ($1, $2)', [
        unique('cus'),
        organization.id,
      ]);
      for (const { operator } of [organization, without]) expect((await operator.delete('/me')).status).toBe(200);
      const left = async () =>
        (await database.superuser.query('SELECT id FROM organizations')).rows.map(({ id }) => id);
      const found = await eventually(left, ({ length }) => length === 1);
      expect(found).toEqual([organization.id]);
      expect(await toldToWait(one)).toHaveLength(1);
      expect(one.output.filter((line) => line.includes('"level":50'))).toEqual([]);

      // docs/operations.md has this step for a closed account at Stripe.
      const [, sql = ''] = /<<'SQL'\n(.*)^SQL$/ms.exec(block('An account', 'billing_customers')) ?? [];
      const owner = new pg.Client({
        connectionString: process.env.TEST_OWNER_URL?.replace(/[^/]*$/, database.name),
      });
      await owner.connect();
      await owner.query(sql);
      await owner.end();
      await one.stop();
      one = await startService(env);
      expect(await eventually(left, ({ length }) => length === 0)).toEqual([]);
    } finally {
      await one.stop();
      await database.drop();
    }
  });
});
