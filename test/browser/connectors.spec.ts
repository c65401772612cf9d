import { Caller, newOrganization, type Organization } from '../support/client.js';
import { newCustomerDatabase } from '../support/customer-database.js';
import { startService } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import type { Visitor } from './support/visitor.js';

const storedOf = async ({ operator }: Organization) => (await operator.get('/settings/credentials')).body.data;

describe('the connectors on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  let customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
  beforeAll(async () => {
    customers = await newCustomerDatabase();
  });
  afterAll(() => customers.drop());
  beforeEach(async () => {
    visitor = await arrive();
  });

  it('say how completely operations can be undone, and lead to a policy for those that cannot', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/connectors');
    const table = page.getByRole('table', { name: 'Connectors' });
    await table.getByRole('link', { name: 'postgres' }).waitFor();
    const registry = (await organization.operator.get('/registry')).body.data;
    const ids = new Set(registry.map(({ connector }: { connector: string }) => connector));
    expect(await table.locator('tbody tr').count()).toBe(ids.size);
    await expectLooks(visitor, 'connectors');
    await page.keyboard.press('/');
    await page.keyboard.type('gmail.messages');
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'gmail', exact: true }).waitFor();
    expect(page.url()).toContain('open=gmail');
    const operations = page.getByRole('table', { name: 'Operations' });
    const sending = operations.getByRole('row').filter({ hasText: /gmail\.messages\.send/ });
    await sending.getByText('Cannot be undone').waitFor();
    await operations.getByText('Restored exactly').first().waitFor();
    await expectLooks(visitor, 'connector');
    await sending.getByRole('link', { name: 'Require an approval for it' }).click();
    await page.waitForURL(/\/policies\/new/);
    expect(await page.getByRole('combobox', { name: 'Operation pattern' }).inputValue()).toBe('gmail.messages.send');
  });

  it('take a credential, check it, replace it and delete it, and never show a value of it', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    const secret = customers.url;
    await visitor.signInAs(organization.operator);
    await visitor.open('/connectors?open=postgres');
    await page.getByText('No credential is stored').waitFor();
    await page.keyboard.press('e');
    const value = page.getByLabel('connectionString', { exact: false }).first();
    await page.getByRole('button', { name: 'Store the credential' }).click();
    await page.getByText('is required').waitFor();
    await value.fill(secret);
    expect(await value.getAttribute('type')).toBe('password');
    await expectLooks(visitor, 'connector-credential');
    await page.getByRole('button', { name: 'Store the credential' }).click();
    await page.getByText(/^Holds connectionString/).waitFor();
    await page.getByText('Works', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(new URL(secret).pathname.slice(1));
    expect(await storedOf(organization)).toMatchObject([{ connector: 'postgres', fields: ['connectionString'] }]);

    await page.getByText('so that agents need none of their own').waitFor();
    await page.getByText('Nothing is offered.').waitFor();
    await page.getByRole('button', { name: 'Change the offer' }).click();
    await page.getByLabel('Offered operations').fill('postgres.rows.*\npostgres.query');
    await page.getByRole('button', { name: 'Save the offer' }).click();
    await page.getByText(/operations are offered/).waitFor();
    await page.getByRole('table', { name: 'Operations' }).getByText('Offered to agents').nth(3).waitFor();
    await expectLooks(visitor, 'connector-offer');
    expect(await storedOf(organization)).toMatchObject([{ agentOperations: ['postgres.rows.*', 'postgres.query'] }]);

    await page.getByRole('button', { name: 'Replace' }).click();
    const wrong = new URL(secret);
    wrong.pathname = '/no_such_database';
    await value.fill(wrong.href);
    await page.getByRole('button', { name: 'Replace the credential' }).click();
    await page.getByText('Does not work', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All connectors' }).click();
    const first = page.getByRole('table', { name: 'Connectors' }).locator('tbody tr').first();
    expect(await first.textContent()).toContain('postgresDoes not work');
    await expectLooks(visitor, 'connectors-unhealthy');

    await visitor.open('/connectors?open=postgres');
    await page.getByRole('button', { name: 'Delete…' }).click();
    const confirm = page.getByRole('button', { name: 'Delete the credential' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type postgres to confirm').fill('postgres');
    expect(await barriersOn(page)).toEqual([]);
    await confirm.click();
    await page.getByText('No credential is stored').waitFor();
    expect(await storedOf(organization)).toEqual([]);
  });

  it('are listed on the plan FREE, which says what credentials need', async () => {
    const free = await startService({ DEFAULT_PLAN: 'FREE' });
    const guest = await arrive(free);
    const { operator } = await newOrganization(free);
    await guest.signInAs(new Caller(free, operator.credential));
    await guest.open('/connectors');
    await guest.page.getByText('Checking and storing credentials requires PRO').waitFor();
    await guest.page.getByRole('link', { name: 'github' }).click();
    await guest.page.getByText('Storing a credential requires PRO').waitFor();
    expect(await guest.page.getByRole('button', { name: 'Store a credential' }).count()).toBe(0);
    expect(await barriersOn(guest.page)).toEqual([]);
    await guest.leave();
    await free.stop();
  });
});
