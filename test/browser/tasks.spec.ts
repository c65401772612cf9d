import type { Locator, Page } from 'playwright-core';
import { newOrganization, newSession, type Organization, serviceA } from '../support/client.js';
import { creditsOf, newSetting } from '../support/customers.js';
import { gated, rows } from '../support/ledger.js';
import { newMember } from '../support/team.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import type { Visitor } from './support/visitor.js';

/** Counts what an operator does: presses of the mouse, and fields into which they write. docs/benchmarks.md has the figures. */
class Operator {
  clicks = 0;
  fields = 0;
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    await field.fill(text);
  }

  goTo = (title: string) =>
    this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }));
  button = (name: string | RegExp, within: Page | Locator = this.page) =>
    within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
}

describe('From the start page, an operator', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  let hands: Operator;
  afterAll(() => rows.end());
  beforeEach(async () => {
    visitor = await arrive();
  });

  const begin = async ({ operator }: Pick<Organization, 'operator'>) => {
    await visitor.signInAs(operator);
    await visitor.open('/start');
    await visitor.page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    hands = new Operator(visitor.page);
  };
  const took = () => ({ clicks: hands.clicks, fields: hands.fields });

  it('stops an agent and undoes what it did in the last hour with 4 clicks', async () => {
    const setting = await newSetting();
    const before = await creditsOf(setting);
    await setting.pool.query('UPDATE customers SET credit = 60 WHERE id = 1');
    const [{ slug }] = (await setting.operator.get('/agents')).body.data;
    await begin(setting);
    await hands.goTo('Agents');
    await hands.click(hands.button(`Undo since… ${slug}`));
    await hands.click(hands.button('Last hour'));
    await hands.click(hands.button(/^Undo 1 call/));
    await visitor.page.getByRole('heading', { name: 'Undone', exact: true }).waitFor();
    expect(await creditsOf(setting)).toEqual(before);
    expect((await setting.operator.get('/agents')).body.data).toMatchObject([{ slug, status: 'PAUSED' }]);
    expect(took()).toEqual({ clicks: 4, fields: 0 });
  });

  it('approves a call with a smaller amount with 3 clicks and one field', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent), {
      apiName: 'stripe.customers.update',
      payload: { balance: 900 },
    });
    await begin(organization);
    await hands.click(visitor.page.getByRole('region', { name: 'Waiting for you' }).getByRole('link').first());
    await hands.click(hands.button(/^Edit/));
    const dialog = visitor.page.getByRole('dialog');
    await hands.write(dialog.getByLabel('JSON'), '{"balance": 300}');
    await hands.click(dialog.getByRole('button', { name: /^Approve/ }));
    await visitor.page.getByText(/^Done: approved by/).waitFor();
    const { body } = await organization.operator.get(`/approvals/${approvalId}`);
    expect([body.data.status, body.data.payload]).toEqual(['APPROVED', { balance: 300 }]);
    expect(took()).toEqual({ clicks: 3, fields: 1 });
  });

  it('reads why a call was blocked with 2 clicks', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const policy = { name: 'No mail', apiNamePattern: 'mail.*', action: 'BLOCK', reason: 'No mail from here.' };
    await operator.post('/policies', policy);
    const session = await newSession(agent, 'mailing-agent');
    const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: { to: 'ada@example.com' } };
    expect((await agent.post(`/sessions/${session}/actions`, call)).status).toBe(403);
    await begin(organization);
    await hands.goTo('Sessions');
    const row = visitor.page.getByRole('link', { name: /mailing-agent/ });
    await row.getByText('1 blocked').waitFor();
    await hands.click(row);
    await visitor.page.getByRole('article').getByText('No mail from here.').waitFor();
    await visitor.page.getByRole('article').getByRole('link', { name: 'No mail', exact: true }).waitFor();
    expect(took()).toEqual({ clicks: 2, fields: 0 });
  });

  it('finds out who approved a call on a day with 2 clicks and one field', async () => {
    const organization = await newOrganization();
    const { caller, email } = await newMember(organization, serviceA);
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    await caller.post(`/approvals/${approvalId}/approve`);
    await begin(organization);
    await hands.goTo('Inbox');
    await hands.click(hands.button('Decided'));
    await hands.write(visitor.page.getByLabel('Requested on this day'), new Date().toISOString().slice(0, 10));
    await visitor.page.getByRole('listitem').getByText(`approved by ${email}`).waitFor();
    expect(took()).toEqual({ clicks: 2, fields: 1 });
  });

  it('replaces a leaked key with 3 clicks', async () => {
    const organization = await newOrganization();
    await begin(organization);
    await hands.goTo('API keys');
    await hands.click(hands.button('Replace the key live'));
    await hands.click(hands.button('Create a new key and revoke this one'));
    const shown = visitor.page.getByRole('dialog').getByRole('region', { name: 'The new key' });
    await shown.waitFor();
    expect(await shown.textContent()).toMatch(/^bks_live_/);
    await visitor.page.getByRole('button', { name: 'Revoke the key live' }).waitFor();
    const { body } = await organization.operator.get('/api-keys');
    const states = body.data.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`);
    expect(states.sort()).toEqual(['live ACTIVE', 'live REVOKED', 'test ACTIVE']);
    expect(took()).toEqual({ clicks: 3, fields: 0 });
  });

  it('connects a PostgreSQL and sees on one table that an undo will work with 5 clicks and two fields', async () => {
    const { database } = await newSetting();
    const organization = await newOrganization();
    await begin(organization);
    await hands.goTo('Connectors');
    await hands.click(visitor.page.getByRole('link', { name: 'postgres', exact: true }));
    await hands.click(hands.button('Store a credential'));
    await hands.write(visitor.page.getByRole('textbox', { name: 'connectionString' }), database.url);
    await hands.click(hands.button('Store the credential'));
    await hands.write(visitor.page.getByRole('textbox', { name: 'Table' }), 'customers');
    await hands.click(hands.button('Try'));
    const result = visitor.page.getByRole('region', { name: 'How calls on customers would be undone' });
    await result.getByText('Restored exactly').nth(1).waitFor();
    expect(await result.textContent()).toContain('INSERT INTO');
    expect(took()).toEqual({ clicks: 5, fields: 2 });
    await expectLooks(visitor, 'connector-trial');
  });

  it('invites a colleague with 3 clicks and one field', async () => {
    const organization = await newOrganization();
    await begin(organization);
    await hands.goTo('Team');
    await hands.click(hands.button('Invite'));
    await hands.write(visitor.page.getByLabel('E-mail'), 'grace@example.com');
    await hands.click(hands.button('Send the invitation'));
    await visitor.page.getByText('grace@example.com').waitFor();
    expect(took()).toEqual({ clicks: 3, fields: 1 });
  });
});
