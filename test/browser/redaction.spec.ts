import { newOrganization, newSession, type Organization } from '../support/client.js';
import { call } from '../support/ledger.js';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import type { Visitor } from './support/visitor.js';

describe('redaction on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  let organization: Organization;
  beforeEach(async () => {
    organization = await newOrganization();
    visitor = await arrive();
    await visitor.signInAs(organization.operator);
  });

  it('takes kinds and rules, shows a fault at its field, and removes a rule', async () => {
    const { page } = visitor;
    await visitor.open('/settings/redaction');
    await page.getByLabel('Card numbers').check();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Name', { exact: true }).fill('ssn');
    await page.getByLabel('Path', { exact: true }).fill('ssn');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must begin with one of payload, response, snapshot or *').waitFor();
    await page.getByLabel('Path', { exact: true }).fill('*.**.ssn');
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    const read = async () => (await organization.operator.get('/settings/redaction')).body.data;
    const rules = [{ name: 'ssn', apiNamePattern: '*', path: '*.**.ssn' }];
    expect(await read()).toEqual({ kinds: ['card-number'], rules });
    await visitor.open('/settings/redaction');
    expect(await page.getByLabel('Card numbers').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Remove ssn' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    expect(await read()).toEqual({ kinds: ['card-number'], rules: [] });
  });

  it('does not offer to edit arguments that have a redacted value, and says why', async () => {
    const { operator, agent } = organization;
    const rules = [{ name: 'account', apiNamePattern: '*', path: 'payload.account' }];
    expect((await operator.put('/settings/redaction', { kinds: [], rules })).status).toBe(200);
    const session = await newSession(agent);
    const wanted = { ...call({ payload: { account: 'DE02-1' } }), status: 'PENDING_APPROVAL' };
    const { approval } = (await agent.post(`/sessions/${session}/actions`, wanted)).body.data;
    await visitor.open(`/approvals/${approval.id}`);
    const { page } = visitor;
    await page.getByText('so they cannot be edited').waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: false }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'This cannot be undone' });
    await dialog.getByLabel(/^This cannot be undone/).fill('crm.customer.update');
    await dialog.getByRole('button', { name: 'Approve, cannot be undone' }).click();
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor();
  });

  it('is readable in both themes and on a phone, without a barrier', async () => {
    const rules = [{ name: 'ssn', apiNamePattern: 'postgres.*', path: '*.**.ssn' }];
    await organization.operator.put('/settings/redaction', { kinds: ['card-number', 'key'], rules });
    await visitor.open('/settings/redaction');
    await visitor.page.getByRole('button', { name: 'Remove ssn' }).waitFor();
    await expectLooks(visitor, 'redaction');
  });
});
