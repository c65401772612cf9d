import { Backstop, wrap } from '@backstop/sdk';
import pg from 'pg';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { serviceA, unique } from '../support/client.js';
import { newCustomerDatabase } from '../support/customer-database.js';
import { patience } from '../support/patience.mjs';
import { newPool } from '../support/pool.js';
import { withBrowser } from './support/browser.js';
import { type Hands, Keys, Mouse, Touch } from './support/hands.js';
import { Journey } from './support/journey.js';
import { expectLook } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import { PHONE, type Visitor } from './support/visitor.js';

const CALL = 'postgres.rows.update';
const REASON = 'A person looks at every credit.';

/** The time for which the agent waits for the decision. */
const PATIENCE_MS = patience(9_000);

const ON_A_PHONE: BrowserContextOptions = { viewport: PHONE, hasTouch: true, isMobile: true };

/** An agent at work on the customer's database with the key that the operator made. */
async function startAgent(environment: Record<string, string>, connectionString: string) {
  const backstop = new Backstop({
    baseUrl: environment.BACKSTOP_URL ?? '',
    apiKey: environment.BACKSTOP_API_KEY ?? '',
  });
  const session = await backstop.createSession({
    agentId: 'credit-agent',
    intent: 'Give Ada the credit she asked for.',
  });
  return wrap(newPool({ connectionString }), session, { connector: 'postgres', timeoutMs: PATIENCE_MS });
}

describe('an operator who is new here', () => {
  const { arrive } = withBrowser();
  let customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
  let agent: pg.Pool | undefined;
  beforeEach(async () => {
    customers = await newCustomerDatabase();
    await customers.pool.query(
      `CREATE TABLE customers (id int PRIMARY KEY, credit int NOT NULL); INSERT INTO customers VALUES (1, 10), (2, 20)`,
    );
  });
  afterEach(async () => {
    await agent?.end();
    agent = undefined;
    await customers.drop();
  });

  const credits = async () =>
    (await customers.pool.query('SELECT credit FROM customers ORDER BY id')).rows.map(({ credit }) => credit);

  const isOnAPhone = ({ page }: Visitor) => page.viewportSize()?.width === PHONE.width;

  it.each<[string, new (page: Page) => Hands, BrowserContextOptions]>([
    ['a mouse', Mouse, {}],
    ['keys alone', Keys, {}],
    ['a finger on a phone', Touch, ON_A_PHONE],
  ])('comes from registration to the audit log with %s', async (name, Kind, options) => {
    const visitor = await arrive(serviceA, options);
    const journey = new Journey(visitor, new Kind(visitor.page), async (station) => {
      await screenshot(visitor, `journey-${name.replaceAll(' ', '-')}-${station}`);
      if (isOnAPhone(visitor)) await expectLook(visitor, station);
    });

    const email = `${unique('ada')}@example.com`;
    await journey.register(email);
    await journey.storeCredential(customers.url);
    await journey.makePolicy(CALL, REASON);
    agent = await startAgent(await journey.makeLiveKey(), customers.url);

    const update = agent.query('UPDATE customers SET credit = 500 WHERE id = 1');
    // If the operator comes to no decision, the test says why.
    update.catch(() => undefined);
    await journey.openApproval(CALL, REASON);
    expect(await journey.editArguments('"credit": 500', '"credit": 120')).toMatch(/^values\.credit: *500 *120$/);
    expect(await credits()).toEqual([10, 20]);
    await journey.sendEdited();
    expect((await update).rowCount).toBe(1);
    expect(await credits()).toEqual([120, 20]);
    expect(await journey.readLedger(CALL)).toEqual([
      expect.stringMatching(/"credit": *120/),
      expect.stringMatching(/"credit": *500/),
    ]);

    await customers.pool.query('UPDATE customers SET credit = 777 WHERE id = 1');
    expect(await journey.rollBack()).toEqual(['credit', '"10"', '"120"', '"777"', 'Conflict']);
    expect(await credits()).toEqual([777, 20]);
    await journey.overwrite();
    expect(await credits()).toEqual([10, 20]);

    expect(await journey.verifyAudit()).toMatch(/^Intact: entries 1 to \d+, from the very first on\./);
    expect(await journey.readEntry('approval.approved', email)).toMatch(/APPROVED/);
    expect(await journey.readEntry('rollback.finished', '"ROLLED_BACK":1')).toMatch(/"ROLLED_BACK": *1/);
  });
});
