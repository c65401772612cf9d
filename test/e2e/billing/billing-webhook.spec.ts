import { BILLING, Customer, deliver, now, post, SECRET, signed } from '../../support/billing.js';
import { type Answer, newOrganization, type Organization, serviceA } from '../../support/client.js';
import { errorOf, rows, tally } from '../../support/ledger.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let service: ServiceProcess;
let organization: Organization;
beforeAll(async () => {
  service = await startService(BILLING);
  organization = await newOrganization(service);
});
afterAll(() => Promise.all([rows.end(), service.stop()]));

const customer = new Customer();
/** Would make a PRO organization of a TEAM one. */
const telling = () => [customer.checkout(organization.id), customer.subscriptionIs('active')];

async function planOf(id = organization.id): Promise<string> {
  return (await rows.query('SELECT plan FROM organizations WHERE id = $1', [id])).rows[0].plan;
}

/** Refused like this, and nothing is known of the customer afterwards. */
async function expectRefused(answers: readonly Answer[], code: string, status: number): Promise<void> {
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) expect([answer.status, errorOf(answer)]).toEqual([status, code]);
  const known = await rows.query(
    `SELECT customer_id FROM billing_customers WHERE customer_id = $1
     UNION ALL SELECT customer_id FROM subscription_events WHERE customer_id = $1`,
    [customer.id],
  );
  expect(known.rows).toEqual([]);
  expect(await planOf()).toBe('TEAM');
}

describe('POST /webhooks/billing refuses, and changes nothing for,', () => {
  const body = () => telling().map((event) => JSON.stringify(event));
  const refused = async (signature: (text: string) => string | null) =>
    expectRefused(
      await Promise.all(body().map((text) => post(service, text, signature(text)))),
      'invalid-signature',
      400,
    );

  it.each<[string, (text: string) => string | null]>([
    ['no signature', () => null],
    ['an empty one', () => ' '],
    ['something else', () => 'Bearer token'],
    ['a stamp alone', () => `t=${now()}`],
    ['a signature alone', (text) => signed(text).replace(/^t=\d+,/, '')],
    ['another secret', (text) => signed(text, { secret: `${SECRET}x` })],
    ['the API key as the secret', (text) => signed(text, { secret: BILLING.STRIPE_SECRET_KEY })],
    ['the scheme v0', (text) => signed(text, { scheme: 'v0' })],
    ['the signature of another body', (text) => signed(`${text} `)],
    ['a stamp moved by a second', (text) => signed(text).replace(/t=(\d+)/, (_, stamp) => `t=${Number(stamp) + 1}`)],
    ['a second stamp', (text) => `${signed(text, { timestamp: now() - 400 })},${signed(text).replace(/,.*/, '')}`],
    ['a stamp 302 seconds old', (text) => signed(text, { timestamp: now() - 302 })],
    ['a stamp 301 seconds old', (text) => signed(text, { timestamp: now() - 301 })],
    ['a stamp of last year', (text) => signed(text, { timestamp: now() - 31_536_000 })],
    ['a stamp 310 seconds ahead', (text) => signed(text, { timestamp: now() + 310 })],
    ['a stamp of next year', (text) => signed(text, { timestamp: now() + 31_536_000 })],
    ['a stamp in milliseconds', (text) => signed(text, { timestamp: Date.now() })],
  ])('%s', (_, signature) => refused(signature));

  it.each<[string, (text: string) => string]>([
    ['one byte changed', (text) => text.replace('"active"', '"activf"').replace('complet', 'komplet')],
    ['a space added', (text) => `${text} `],
    ['the same JSON written another way', (text) => JSON.stringify(JSON.parse(text), null, 2)],
    [
      'the same JSON in another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['nothing left', () => ''],
  ])('a signed body with %s', async (_, change) => {
    const answers = await Promise.all(body().map((text) => post(service, change(text), signed(text))));
    await expectRefused(answers, 'invalid-signature', 400);
  });

  it('bytes that are not UTF-8, though they read like the signed ones', async () => {
    const text = JSON.stringify({ ...customer.subscriptionIs('active'), note: '\ufffd' });
    const bytes = Buffer.from(text).toString('latin1').replace('ï¿½', '\u00ff');
    const response = await fetch(`${service.url}/webhooks/billing`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signed(text) },
      body: Buffer.from(bytes, 'latin1'),
    });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    await expectRefused([answer], 'validation-failed', 400);
  });

  it('what is signed and is not JSON', async () => {
    const answers = await Promise.all(['{', 'null', '[]', '"text"', '{}'].map((text) => post(service, text)));
    expect(tally(answers)).toEqual({ 200: 4, 400: 1 });
    await expectRefused(answers.slice(0, 1), 'validation-failed', 400);
  });

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('a body that says it is %s %j', async (type, more) => {
    const answers = await Promise.all(
      body().map((text) => post(service, text, signed(text), { 'content-type': type, ...more })),
    );
    await expectRefused(answers, 'unsupported-media-type', 415);
  });

  it('a body over 256 KB', async () => {
    const text = JSON.stringify({ ...customer.subscriptionIs('active'), padding: 'x'.repeat(256 * 1_024) });
    await expectRefused([await post(service, text)], 'too-large', 413);
  });

  it('everything with 503 where there is no account at Stripe, signed or not', async () => {
    const answers = await Promise.all(body().flatMap((text) => [post(serviceA, text), post(serviceA, text, null)]));
    await expectRefused(answers, 'billing-not-configured', 503);
    expect(answers).toHaveLength(4);
    expect(answers[0]?.body).toEqual({
      data: null,
      error: {
        type: expect.stringMatching(/\/errors\/billing-not-configured$/),
        title: 'Billing not configured',
        status: 503,
        detail: 'Billing is not configured: this installation has no Stripe account.',
        requestId: answers[0]?.headers.get('x-request-id'),
      },
      timestamp: expect.any(String),
    });
  });
});

describe('POST /webhooks/billing takes', () => {
  let buyer: Organization;
  let someone: Customer;
  beforeEach(async () => {
    buyer = await newOrganization(service);
    someone = new Customer();
    const answer = await deliver(service, someone.checkout(buyer.id));
    expect([answer.status, answer.body]).toEqual([200, { received: true }]);
  });
  const takes = async (text: string, signature = signed(text), headers = {}) => {
    expect(await planOf(buyer.id)).toBe('TEAM');
    const answer = await post(service, text, signature, headers);
    expect([answer.status, answer.body, await planOf(buyer.id)]).toEqual([200, { received: true }, 'PRO']);
  };
  const paid = (more: object = {}) => JSON.stringify({ ...someone.subscriptionIs('active'), ...more });

  it('a stamp of 290 seconds ago, and one of 290 seconds ahead', async () => {
    const text = paid();
    await takes(text, signed(text, { timestamp: now() - 290 }));
    const later = JSON.stringify(someone.subscriptionIs('canceled', { second: now() + 1 }));
    expect((await post(service, later, signed(later, { timestamp: now() + 290 }))).status).toBe(200);
    expect(await planOf(buyer.id)).toBe('FREE');
  });

  it('one right signature among several, as while a secret is rolled', async () => {
    const text = paid();
    const [, wrong] = signed(text, { secret: 'whsec_old' }).split(',');
    const [, other] = signed(text, { scheme: 'v0' }).split(',');
    const [stamp, right] = signed(text).split(',');
    await takes(text, [stamp, wrong, other, right].join(','));
  });

  it('what we would store nowhere: a duplicate key, NUL, half a surrogate pair, a number too exact, 40 levels, 11 000 keys', async () => {
    const odd = `"k":1,"k":2,"nul":"\\u0000","half":"\\ud800","number":9007199254740993`;
    const deep = `"deep":${'['.repeat(40)}${']'.repeat(40)}`;
    const wide = `"wide":{${Array.from({ length: 11_000 }, (_, index) => `"${index}":0`).join()}}`;
    await takes(paid().replace(/}$/, `,${odd},${deep},${wide}}`));
  });

  it('any way of writing JSON, and text of any language', async () => {
    await takes(JSON.stringify(JSON.parse(paid({ name: 'Größe 😀' })), null, 2));
  });

  it('nothing from the query, and no credential', async () => {
    const text = paid();
    const response = await fetch(`${service.url}/webhooks/billing?plan=TEAM`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signed(text),
        authorization: 'Bearer unknown',
      },
      body: text,
    });
    expect([response.status, await response.text()]).toEqual([200, '{"received":true}']);
    expect(await planOf(buyer.id)).toBe('PRO');
  });
});

describe('the webhook’s rate limit', () => {
  it('is 300 a minute, also of what is refused', async () => {
    const limited = await startService({ ...BILLING, RATE_LIMIT_MULTIPLIER: '1' });
    const answers = await Promise.all(Array.from({ length: 305 }, () => post(limited, '{}', null)));
    await limited.stop();
    expect(tally(answers)).toEqual({ 400: 300, 429: 5 });
  });
});
