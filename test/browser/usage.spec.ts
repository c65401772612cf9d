import { BILLING } from '../support/billing.js';
import { newOrganization, newSession } from '../support/client.js';
import { logged, setPlan } from '../support/ledger.js';
import { json, Listener } from '../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { startService } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';

describe('usage and billing on the dashboard', () => {
  const { arrive } = withBrowser();
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await newOwnDatabase();
  });
  afterAll(() => own.drop());

  it("show the used part of the month's quota, and a text for an installation without billing", async () => {
    const { operator, agent } = await newOrganization();
    const session = await newSession(agent);
    for (let n = 0; n < 3; n++) await logged(agent, session);
    const visitor = await arrive();
    const { page } = visitor;
    await visitor.signInAs(operator);
    await visitor.open('/usage');
    await page.getByText('3 of 500,000').waitFor();
    await expectLooks(visitor, 'usage');
    await page.getByRole('button', { name: 'Invoices and payment' }).click();
    const problem = page.getByRole('alert');
    await problem.getByText('billing-not-configured').waitFor();
    expect(await problem.textContent()).toMatch(/request [0-9a-f-]{36}/);
    expect(await barriersOn(page)).toEqual([]);
  });

  it('say when the quota is used up, and lead to the checkout of the plan that is chosen', async () => {
    const stripe = new Listener(() => undefined);
    const STRIPE_API_BASE = await stripe.start();
    const service = await startService({
      ...BILLING,
      STRIPE_API_BASE,
      DATABASE_URL: own.serviceUrl,
      DEFAULT_PLAN: 'FREE',
      QUOTA_FREE: '2',
    });
    const { operator, agent, id } = await newOrganization(service);
    // Stripe would lead to this address; a page of another origin is none of ours.
    const checkout = `${service.url}/dashboard/preferences?from=checkout`;
    stripe.answering = ({ path }, reply) =>
      json(reply, 200, path === '/v1/customers' ? { id: `cus_${id}` } : { url: checkout });
    const session = await newSession(agent);
    for (let n = 0; n < 2; n++) await logged(agent, session);
    const visitor = await arrive(service);
    const { page } = visitor;
    await visitor.signInAs(operator);
    await visitor.open('/usage');
    await page.getByText('2 of 2').waitFor();
    await page.getByText(/The quota is used up/).waitFor();
    await screenshot(visitor, 'usage-over');
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose TEAM' }).click();
    await page.waitForURL(checkout);
    const asked = stripe.asked.find(({ path }) => path === '/v1/checkout/sessions');
    expect(new URLSearchParams(asked?.body).get('line_items[0][price]')).toBe('price_team');

    await setPlan(id, 'TEAM', own.superuser);
    await visitor.open('/usage');
    await page.getByRole('button', { name: 'Invoices and payment' }).waitFor();
    expect(await page.getByRole('button', { name: /^Choose/ }).count()).toBe(0);
    await visitor.leave();
    await service.stop();
    await stripe.stop();
  });
});
