import { newOrganization, newSession, unique } from '../support/client.js';
import { gated } from '../support/ledger.js';
import { newGroup, newMember } from '../support/team.js';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { HOSTILE, hasMarkup } from './support/hostile.js';
import { expectLooks } from './support/looks.js';

describe('approvers on the dashboard', () => {
  const { arrive } = withBrowser();

  it('are chosen in the editor from groups of the team page, and the card says who may approve and why another may not', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const approver = await newMember(organization);
    const visitor = await arrive();
    const { page } = visitor;
    await visitor.signInAs(operator);

    await visitor.open('/team');
    await page.getByText('No groups yet: each operator may approve.').waitFor();
    await page.getByRole('button', { name: 'New group…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New group' });
    await dialog.getByLabel('Name').fill('finance');
    await dialog.getByLabel(approver.email).check();
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('row', { name: new RegExp(`finance.*${approver.email}`) }).waitFor();
    await operator.post('/team/groups', { name: HOSTILE });
    await page.reload();
    await page.getByText('No members: no operator can approve its calls').waitFor();
    await expectLooks(visitor, 'team-groups');

    await visitor.open('/policies/new');
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('crm.*');
    await page.getByRole('checkbox', { name: 'finance' }).check();
    const inWords = page.getByRole('region', { name: 'In words' });
    await inWords.getByText('Members of “finance” approve.').waitFor();
    await inWords.getByText('Who asked may not approve.').waitFor();
    const json = page.getByRole('region', { name: 'The policy as JSON' });
    const groups: { id: string; name: string }[] = (await operator.get('/team/groups')).body.data;
    const group = groups.find(({ name }) => name === 'finance');
    expect(JSON.parse((await json.textContent()) ?? '')).toMatchObject({
      approvers: [group?.id],
      allowRequester: null,
    });
    await expectLooks(visitor, 'policy-approvers');
    expect(await hasMarkup(page)).toBe(false);
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'crm.*' }).waitFor();
    await page.getByText('Members of “finance” approve.').waitFor();
    expect((await operator.get('/policies')).body.data).toMatchObject([
      { approvers: [group?.id], allowRequester: null },
    ]);

    const { approvalId } = await gated(agent, await newSession(agent, unique('agent')), { status: undefined });
    await visitor.open(`/approvals/${approvalId}`);
    await page.getByText('You asked for this call').first().waitFor();
    await page.getByText('0 of 1 given, not who asked').waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Edit|Grant)/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Reject/ }).waitFor();
    await expectLooks(visitor, 'approval-not-approver');

    const other = await arrive();
    await other.signInAs(approver.caller);
    await other.open(`/approvals/${approvalId}`);
    await other.page.getByText('You may approve this call.').waitFor();
    expect(await other.page.getByRole('button', { name: /^Grant/ }).count()).toBe(0);
    await expectLooks(other, 'approval-approver');
    await other.page.getByRole('button', { name: /^Approve/ }).click();
    const question = other.page.getByRole('dialog', { name: 'This cannot be undone' });
    await question.getByLabel(/^This cannot be undone/).fill('crm.customer.update');
    await question.getByRole('button', { name: 'Approve, cannot be undone' }).click();
    await other.page
      .getByText(/^Done: approved by/)
      .first()
      .waitFor();

    await visitor.open('/team');
    await page.getByRole('button', { name: 'Delete finance' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alert').getByText('group-in-use').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: `Remove ${approver.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('row', { name: /finance.*No members/ }).waitFor();
  });

  it('leave out of several calls those that only others may approve', async () => {
    const organization = await newOrganization();
    const { operator, testAgent } = organization;
    const approver = await newMember(organization);
    const approvers = [await newGroup(operator, [approver.id], 'finance')];
    const rows = { apiNamePattern: 'postgres.rows.update', action: 'REQUIRE_APPROVAL' };
    const condition = { field: 'payload.match.id', operator: 'gt', value: 1 };
    const policy = { ...rows, condition, approvers, allowRequester: true };
    expect((await operator.post('/policies', policy)).status).toBe(201);
    // Simulated: such calls count as captured.
    const session = await newSession(testAgent);
    const ids: string[] = [];
    for (const id of [1, 2, 3]) {
      const payload = { table: 'customers', match: { id }, values: { credit: 10 } };
      ids.push((await gated(testAgent, session, { apiName: 'postgres.rows.update', payload })).approvalId);
    }
    const visitor = await arrive();
    const { page } = visitor;
    await visitor.signInAs(operator);
    await visitor.open('/approvals');
    const boxes = page.getByRole('checkbox', { name: /postgres\.rows\.update/ });
    await boxes.nth(2).waitFor();
    for (const at of [0, 1, 2]) await boxes.nth(at).check();
    await page.getByRole('button', { name: 'Approve 3…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 1 call' });
    await dialog.getByText('2 calls need other approvers:').waitFor();
    await expectLooks(visitor, 'several-other-approvers');
    await dialog.getByRole('button', { name: 'Approve 1' }).click();
    await page.getByText(/^approved by/).waitFor();
    const statuses = await Promise.all(
      ids.map(async (id) => (await operator.get(`/approvals/${id}`)).body.data.status),
    );
    expect(statuses).toEqual(['APPROVED', 'PENDING', 'PENDING']);

    for (const at of [0, 1]) await boxes.nth(at).check();
    await page.getByRole('button', { name: 'Approve 2…' }).click();
    const none = page.getByRole('dialog', { name: 'Approve 0 calls' });
    await none.getByText('2 calls need other approvers:').waitFor();
    expect(await none.getByRole('button', { name: 'Approve 0' }).isDisabled()).toBe(true);
  });
});
