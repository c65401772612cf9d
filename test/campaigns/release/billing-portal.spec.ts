import { BILLING } from '../../support/billing.js';
import { Caller, newOrganization, type Organization } from '../../support/client.js';
import { errorOf, tally } from '../../support/ledger.js';
import { type Answering, json, Listener } from '../../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const DASHBOARD_URL = 'https://dashboard.example.test/home';

/** A suite with an account at Stripe would also finish there what other suites leave. */
let own: OwnDatabase;
let stripe: Listener;
let service: ServiceProcess;
let billing: Record<string, string>;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  billing = { ...BILLING, DATABASE_URL: own.serviceUrl };
  stripe = new Listener((_, reply) => json(reply, 500, {}));
  const STRIPE_API_BASE = await stripe.start();
  service = await startService({
    ...billing,
    STRIPE_API_BASE,
    STRIPE_PRICE_TEAM: '',
    DASHBOARD_URL,
    LOG_LEVEL: 'warn',
  });
});
afterAll(async () => {
  await Promise.all([service.stop(), stripe.stop()]);
  await own.drop();
});

let organization: Organization;
beforeEach(async () => {
  stripe.asked = [];
  organization = await newOrganization(service);
});

const portal = (query = '') => organization.operator.get(`/billing/portal${query}`);
const customers = async () =>
  (await own.superuser.query('SELECT customer_id FROM billing_customers WHERE organization_id = $1', [organization.id]))
    .rows;

describe('GET /billing/portal', () => {
  it('is for operators', async () => {
    expect(errorOf(await new Caller(service, null).get('/billing/portal'))).toBe('unauthenticated');
    expect(errorOf(await organization.agent.get('/billing/portal'))).toBe('operator-required');
    expect(stripe.asked).toEqual([]);
  });

  it('is 503 billing-not-configured where there is no account at Stripe', async () => {
    const answer = await organization.operator.at(own.services[0] as ServiceProcess).get('/billing/portal');
    expect([answer.status, errorOf(answer)]).toEqual([503, 'billing-not-configured']);
  });

  it.each(['?plan=FREE', '?plan=pro', '?plan=', '?plan=PRO&plan=TEAM', '?plans=PRO', '?plan=TEAM'])(
    'refuses %s, where PRO alone is sold, without asking Stripe',
    async (query) => {
      const answer = await portal(query);
      expect([answer.status, errorOf(answer), stripe.asked]).toEqual([400, 'validation-failed', []]);
    },
  );

  it.each<[string, Answering]>([
    ['an error of its own', (_, reply) => json(reply, 500, { error: { type: 'api_error', message: 'oops' } })],
    [
      'that the key is wrong',
      (_, reply) => json(reply, 401, { error: { type: 'invalid_request_error', message: 'no' } }),
    ],
    [
      'that there were too many requests',
      (_, reply) => json(reply, 429, { error: { type: 'rate_limit', message: 'no' } }),
    ],
    ['that the request is wrong', (_, reply) => json(reply, 400, { error: { type: 'invalid_request_error' } })],
    ['a page', (_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')],
    ['nothing', (_, reply) => reply.writeHead(204).end()],
    ['an empty object', (_, reply) => json(reply, 200, {})],
    ['another object, under 404', (_, reply) => json(reply, 404, { message: 'Not Found' })],
    ['a number for an id', (_, reply) => json(reply, 200, { id: 7, url: 7 })],
    ['null', (_, reply) => json(reply, 200, null)],
    ['by hanging up', (_, reply) => reply.destroy()],
  ])('is 503 billing-unavailable when Stripe answers %s, and keeps no customer', async (_, answering) => {
    stripe.answering = answering;
    const answer = await portal('?plan=PRO');
    expect([answer.status, errorOf(answer), answer.headers.get('retry-after')]).toEqual([
      503,
      'billing-unavailable',
      '5',
    ]);
    expect(stripe.asked.length).toBeGreaterThan(0);
    expect(await customers()).toEqual([]);
  });

  it('is 503 billing-unavailable when the customer is made and the page is not; the customer is kept', async () => {
    stripe.answering = ({ path }, reply) =>
      json(reply, 200, path === '/v1/customers' ? { id: `cus_${organization.id}` } : { object: 'page' });
    for (const query of ['', '?plan=PRO']) expect(errorOf(await portal(query))).toBe('billing-unavailable');
    expect(await customers()).toEqual([{ customer_id: `cus_${organization.id}` }]);
    expect(stripe.asked.filter(({ path }) => path === '/v1/customers')).toHaveLength(1);
  });

  it('asks again, under the same key, when Stripe fails once', async () => {
    stripe.answering = ({ path }, reply) => {
      if (stripe.asked.length % 2 === 1) return json(reply, 503, { error: { type: 'api_error' } });
      return json(
        reply,
        200,
        path === '/v1/customers' ? { id: `cus_${organization.id}` } : { url: 'https://pay.test/' },
      );
    };
    const answer = await portal();
    expect([answer.status, answer.body.data]).toEqual([200, { url: 'https://pay.test/', kind: 'portal' }]);
    const keys = stripe.asked.map(({ path, headers }) => `${path} ${headers['idempotency-key']}`);
    expect(keys).toHaveLength(4);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[3]).toBe(keys[2]);
  });

  it('sends Stripe the customer and the return address, and no more', async () => {
    stripe.answering = ({ path }, reply) =>
      json(reply, 200, path === '/v1/customers' ? { id: `cus_${organization.id}` } : { url: 'https://pay.test/' });
    await portal();
    await portal('?plan=PRO');
    expect(
      stripe.asked.map(({ method, path, body }) => [method, path, Object.fromEntries(new URLSearchParams(body))]),
    ).toEqual([
      ['POST', '/v1/customers', { 'metadata[organizationId]': organization.id }],
      ['POST', '/v1/billing_portal/sessions', { customer: `cus_${organization.id}`, return_url: DASHBOARD_URL }],
      [
        'POST',
        '/v1/checkout/sessions',
        {
          mode: 'subscription',
          customer: `cus_${organization.id}`,
          client_reference_id: organization.id,
          'line_items[0][price]': 'price_pro',
          'line_items[0][quantity]': '1',
          success_url: DASHBOARD_URL,
          cancel_url: DASHBOARD_URL,
        },
      ],
    ]);
    for (const { headers } of stripe.asked) {
      expect(headers.authorization).toBe(`Bearer ${BILLING.STRIPE_SECRET_KEY}`);
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
    }
  });

  it('holds no connection of the database while Stripe hangs, and gives up', async () => {
    const slow = await startService({
      ...billing,
      STRIPE_API_BASE: `http://127.0.0.1:${stripe.port}`,
      DATABASE_POOL: '5',
    });
    const operator = organization.operator.at(slow);
    let hanging = 0;
    stripe.answering = (_, reply) => {
      hanging++;
      reply.on('close', () => hanging--);
    };
    const waiting = Promise.all(Array.from({ length: 12 }, () => operator.get('/billing/portal')));
    // More of them hang at the same time than there are connections.
    expect(
      await eventually(
        () => hanging,
        (count) => count > 5,
      ),
    ).toBeGreaterThan(5);
    expect((await operator.get('/agents')).status).toBe(200);
    const answers = await waiting;
    await slow.stop();
    expect(tally(answers)).toEqual({ 503: 12 });
    expect(new Set(answers.map(errorOf))).toEqual(new Set(['billing-unavailable']));
  });

  it('is 503 billing-unavailable when the connection is refused', async () => {
    const gone = new Listener(() => undefined);
    const STRIPE_API_BASE = await gone.start();
    await gone.stop();
    const cut = await startService({ ...billing, STRIPE_API_BASE });
    const answer = await organization.operator.at(cut).get('/billing/portal');
    await cut.stop();
    expect([answer.status, errorOf(answer)]).toEqual([503, 'billing-unavailable']);
  });

  it('logs why, and never the key', async () => {
    stripe.answering = (_, reply) =>
      json(reply, 401, { error: { type: 'invalid_request_error', message: 'No such key' } });
    const requestId = (await portal()).headers.get('x-request-id') ?? '';
    const line = () => service.output.find((text) => text.includes(requestId));
    expect(await eventually(line)).toContain('No such key');
    expect(service.output.join('\n')).not.toContain(BILLING.STRIPE_SECRET_KEY);
  });
});
