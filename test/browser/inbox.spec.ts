import type { Locator } from 'playwright-core';
import { Caller, newOrganization, newSession, type Organization, serviceA, unique } from '../support/client.js';
import { newSetting } from '../support/customers.js';
import { gated, rows } from '../support/ledger.js';
import { dropDatabases, newPerforming, UPDATE } from '../support/performing.js';
import { accept, invite, newMember } from '../support/team.js';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

const { arrive } = withBrowser();
let visitor: Visitor;
afterAll(async () => {
  await dropDatabases();
  await rows.end();
});
beforeEach(async () => {
  visitor = await arrive();
});

/** Opens the inbox as an operator of the organization. */
async function atInbox({ operator }: Organization, path = '/approvals'): Promise<Visitor['page']> {
  await visitor.signInAs(operator);
  await visitor.open(path);
  await visitor.page.getByRole('heading', { name: 'Inbox' }).waitFor();
  return visitor.page;
}

const rowOf = (apiName: string): Locator => visitor.page.getByRole('listitem').filter({ hasText: apiName });
const card = (): Locator => visitor.page.getByRole('article');
/** Keys decide nothing before the end of the arguments was seen on the screen. */
const mayApprove = () =>
  card()
    .getByRole('button', { name: /^Approve/ })
    .click({ trial: true });
/** The colour of what is safe, in the light theme. */
const GOOD = 'rgb(20, 108, 67)';
const colourOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).color);
const approvalOf = async ({ operator }: Organization, id: string) => (await operator.get(`/approvals/${id}`)).body.data;

describe('the inbox', () => {
  it('shows a call of a real agent while it is held, and lets it run as soon as it is approved', async () => {
    const setting = await newSetting();
    await setting.operator.post('/policies', {
      apiNamePattern: 'postgres.rows.*',
      action: 'REQUIRE_APPROVAL',
      reason: 'A person looks at every credit.',
    });
    const page = await atInbox(setting);
    await page.getByText('No pending approvals').waitFor();
    const update = setting.pool.query('UPDATE customers SET credit = 500 WHERE id = 1');
    await rowOf('postgres.rows.update').getByRole('button').click();
    await card().getByRole('heading', { name: 'What it would do' }).waitFor();
    expect(await card().getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'What it would do',
      'Exact arguments',
      'Why it stopped',
      'Reversibility',
      'Earlier calls in this session',
      'Stated intent',
    ]);
    const change = card().getByRole('row').filter({ hasText: 'credit' });
    expect(await change.getByRole('cell').allTextContents()).toEqual(['10', '500']);
    await card().getByText('A person looks at every credit.').waitFor();
    const exact = card().getByText('Can be undone: the previous values are restored.');
    await exact.waitFor();
    expect(await colourOf(exact)).toBe(GOOD);
    await card().getByText('look after customers').waitFor();
    await expectLooks(visitor, 'inbox');
    await card()
      .getByRole('button', { name: /^Approve/ })
      .click();
    await card()
      .getByText(/^Done: approved by/)
      .waitFor();
    await update;
    expect((await setting.database.pool.query('SELECT credit FROM customers WHERE id = 1')).rows).toEqual([
      { credit: 500 },
    ]);
  });

  it('shows what became of a call that the service makes, with the words of the database', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    await world.perform(UPDATE.apiName, UPDATE.payload);
    const page = await atInbox(world);
    await rowOf(UPDATE.apiName).getByRole('button').click();
    await mayApprove();
    await card()
      .getByRole('button', { name: /^Approve/ })
      .click();
    await card().getByText('Done by Backstop').waitFor();
    expect(await card().getByText('has not reported an outcome').count()).toBe(0);
    await world.database.pool.query('ALTER TABLE customers ADD CHECK (credit < 100)');
    const payload = { ...UPDATE.payload, values: { credit: 1_000 } };
    const refused = (await world.perform(UPDATE.apiName, payload)).body.data;
    await visitor.open(`/approvals?selected=${refused.approval.id}`);
    await mayApprove();
    await card()
      .getByRole('button', { name: /^Approve/ })
      .click();
    await card().getByText('The provider said:').waitFor();
    await card().getByText('violates check constraint').waitFor();
    await expectLooks(visitor, 'inbox-performed');
    await visitor.open(`/sessions/${world.session}?action=${refused.id}`);
    await page.getByRole('heading', { name: 'Made by Backstop' }).waitFor();
    await page.getByText('By Backstop', { exact: true }).first().waitFor();
    await screenshot(visitor, 'session-performed-phone-dark');
  });

  it('keeps new calls behind a bar, and never moves a row', async () => {
    const organization = await newOrganization();
    const session = await newSession(organization.agent);
    await gated(organization.agent, session, { apiName: 'crm.first.ask' });
    const page = await atInbox(organization);
    await rowOf('crm.first.ask').waitFor();
    const before = await rowOf('crm.first.ask').boundingBox();
    for (const name of ['crm.second.ask', 'crm.third.ask', 'crm.fourth.ask'])
      await gated(organization.agent, session, { apiName: name });
    const bar = page.getByRole('button', { name: '3 new' });
    await bar.waitFor();
    expect(await rowOf('crm.second.ask').count()).toBe(0);
    expect(await rowOf('crm.first.ask').boundingBox()).toEqual(before);
    await bar.click();
    await rowOf('crm.fourth.ask').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'crm.' }).count()).toBe(4);
  });

  it('tells the operator who lost a race who decided first', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    const { email, token } = await invite(organization.operator);
    const colleague = new Caller(serviceA, (await accept(serviceA, token)).body.data.token);
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card()
      .getByRole('button', { name: /^Reject/ })
      .click();
    await page.getByRole('dialog').getByLabel('Reason').fill('too late');
    expect((await colleague.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await card()
      .getByText(`Already decided by someone else: approved by ${email}. Your decision was not applied.`)
      .waitFor();
  });

  it('asks for the name of a call that cannot be undone before it lets it run', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card().getByText('Cannot be undone.').waitFor();
    await mayApprove();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'This cannot be undone' });
    const confirm = dialog.getByRole('button', { name: 'Approve, cannot be undone' });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByLabel(/^This cannot be undone/).fill('crm.customer.update');
    await page.keyboard.press('Enter');
    await dialog.getByText('Press Ctrl+Enter to confirm.').waitFor();
    await page.keyboard.press('Control+Enter');
    await card()
      .getByText(/^Done: approved by/)
      .waitFor();
    expect(await approvalOf(organization, approvalId)).toMatchObject({ status: 'APPROVED' });
  });

  it('says of a held call when it runs, and stops it or runs it now', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const hold = { action: 'REQUIRE_APPROVAL', expiresAfterSeconds: 3_600, onExpiry: 'approve' };
    expect((await operator.post('/policies', { apiNamePattern: 'crm.*', ...hold })).status).toBe(201);
    const session = await newSession(agent);
    // The agent asks for no approval itself: the policy alone holds the call.
    const plain = { status: undefined, payload: { id: 4 } };
    const first = await gated(agent, session, { ...plain, apiName: 'crm.notes.add' });
    const second = await gated(agent, session, { ...plain, apiName: 'crm.notes.delete' });
    const page = await atInbox(organization, `/approvals?selected=${first.approvalId}`);
    await rowOf('crm.notes.add')
      .getByText(/^runs in \d\d min/)
      .waitFor();
    await card()
      .getByText(/unless you stop it/)
      .waitFor();
    await expectLooks(visitor, 'inbox-hold');
    await page.setViewportSize({ width: 1280, height: 800 });
    await card().getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Not part of the task.' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
    await card()
      .getByText(/^Done: rejected by/)
      .waitFor();
    expect(await approvalOf(organization, first.approvalId)).toMatchObject({ status: 'REJECTED' });
    await rowOf('crm.notes.delete').getByRole('button').click();
    await card()
      .getByRole('button', { name: /^Run now/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'This cannot be undone' });
    await dialog.getByLabel(/^This cannot be undone/).fill('crm.notes.delete');
    await dialog.getByRole('button', { name: 'Approve, cannot be undone' }).click();
    await card()
      .getByText(/^Done: approved by/)
      .waitFor();
    expect(await approvalOf(organization, second.approvalId)).toMatchObject({ status: 'APPROVED' });
  });

  it('rejects with a preset reason, which the agent receives', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card()
      .getByRole('button', { name: /^Reject/ })
      .waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Not part of the task.' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await card()
      .getByText(/^Done: rejected by/)
      .waitFor();
    const told = (await organization.agent.get(`/approvals/${approvalId}`)).body.data;
    expect(told).toMatchObject({ status: 'REJECTED', reason: 'Not part of the task.' });
  });

  it('approves edited arguments, with their verdict before they are sent', async () => {
    const organization = await newOrganization();
    await organization.operator.post('/policies', {
      apiNamePattern: 'crm.customer.*',
      action: 'BLOCK',
      reason: 'No more than 1000.',
      condition: { field: 'amount', operator: 'gt', value: 1000 },
    });
    const payload = { id: 7, amount: 900, note: 'thanks', values: { city: 'Oslo', name: 'Ada' } };
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent), { payload });
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card().getByRole('button', { name: /^Edit/ }).waitFor();
    await mayApprove();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: /^Edit the arguments/ });
    await dialog.getByLabel('amount').fill('2000');
    await dialog.getByText('A policy blocks these arguments').waitFor();
    await dialog.getByText('No more than 1000.').waitFor();
    await dialog.getByLabel('amount').fill('400');
    await dialog.getByText('Policies allow these arguments with your approval').waitFor();
    await dialog.getByLabel('values.city').fill('Bergen');
    expect(JSON.parse(await dialog.getByLabel('JSON').inputValue())).toEqual({
      ...payload,
      amount: 400,
      values: { city: 'Bergen', name: 'Ada' },
    });
    expect(await dialog.getByRole('region', { name: 'What changes' }).innerText()).toMatch(
      /amount: *900 *400\s+values\.city: *"Oslo" *"Bergen"/,
    );
    await expectLooks(visitor, 'edit');
    await dialog.getByLabel(/^This cannot be undone/).fill('crm.customer.update');
    await dialog.getByRole('button', { name: 'Approve the edited arguments' }).click();
    await card()
      .getByText(/^Done: approved by/)
      .waitFor();
    expect((await approvalOf(organization, approvalId)).payload).toEqual({
      ...payload,
      amount: 400,
      values: { city: 'Bergen', name: 'Ada' },
    });
  });

  it('lists approvals that are unused, and takes one back before its call begins', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    await organization.operator.post(`/approvals/${approvalId}/approve`);
    const page = await atInbox(organization);
    await page.getByText('No pending approvals').waitFor();
    await page.getByRole('button', { name: 'Unused' }).click();
    await rowOf('crm.customer.update').getByText('usable for').waitFor();
    await rowOf('crm.customer.update').getByRole('button').click();
    await card().getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await card().getByText(`Done: approval revoked by ${organization.email}`).waitFor();
    const taken = { status: 'REJECTED', code: 'revoked', actionStatus: 'REJECTED' };
    expect(await approvalOf(organization, approvalId)).toMatchObject(taken);
    await expectLooks(visitor, 'unused');
  });

  /** Approves a call that waits with a grant, after `fill` has filled in its dialog; returns the grant. */
  async function granting(organization: Organization, call: object, fill: (dialog: Locator) => Promise<unknown>) {
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent), call);
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card()
      .getByRole('button', { name: /^Grant/ })
      .waitFor();
    await mayApprove();
    await page.keyboard.press('g');
    const dialog = page.getByRole('dialog', { name: 'Approve, and grant further calls' });
    await fill(dialog);
    await dialog.getByLabel(/^This cannot be undone/).fill('crm.customer.update');
    await dialog.getByRole('button', { name: 'Approve and grant' }).click();
    await card()
      .getByText(/^Done: approved by/)
      .waitFor();
    return (await organization.operator.get('/approvals/grants')).body.data[0];
  }

  it('grants further calls of the session', async () => {
    const organization = await newOrganization();
    const grant = await granting(organization, {}, (dialog) => dialog.getByLabel('At most').fill('3'));
    expect(grant).toMatchObject({ apiNamePattern: 'crm.customer.update', maxUses: 3, status: 'ACTIVE' });
  });

  it('grants the calls inside of the tool call', async () => {
    const organization = await newOrganization();
    const grant = await granting(organization, { toolCallId: 'call-1' }, async (dialog) => {
      await dialog.getByLabel('Calls of this session').selectOption('every call inside this tool call');
      await expectLooks(visitor, 'grant-tool-call');
    });
    expect(grant).toMatchObject({ apiNamePattern: '*', toolCallId: 'call-1', maxUses: 5, status: 'ACTIVE' });
  });

  it('decides several of one kind together, each with an answer of its own', async () => {
    const organization = await newOrganization();
    const session = await newSession(organization.agent);
    const ids: string[] = [];
    for (const id of [1, 2, 3]) ids.push((await gated(organization.agent, session, { payload: { id } })).approvalId);
    await gated(organization.agent, session, { apiName: 'crm.other.ask' });
    const page = await atInbox(organization);
    const boxes = page.getByRole('checkbox', { name: /crm\.customer\.update/ });
    await boxes.nth(2).waitFor();
    await page.getByRole('button', { name: 'Select all 3 of this session' }).click();
    expect(await boxes.evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length)).toBe(3);
    expect(await page.getByRole('checkbox', { name: /crm\.other\.ask/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Reject 3…' }).click();
    const [first = ''] = ids;
    expect((await organization.operator.post(`/approvals/${first}/approve`)).status).toBe(200);
    await page.getByRole('dialog').getByLabel('Reason').fill('not today');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject 3' }).click();
    await page
      .getByText(/^rejected by/)
      .nth(1)
      .waitFor();
    const statuses = await Promise.all(ids.map(async (id) => (await approvalOf(organization, id)).status));
    expect(statuses).toEqual(['APPROVED', 'REJECTED', 'REJECTED']);
  });

  it('approves several only after it showed the arguments of each to their end', async () => {
    const organization = await newOrganization();
    // Simulated: such calls count as captured.
    const session = await newSession(organization.testAgent);
    const long = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`member${index}`, index]));
    const ids: string[] = [];
    for (const payload of [
      { table: 'customers', match: { id: 1 }, values: { note: 'drop everything' } },
      { table: 'customers', match: { id: 2 }, values: long },
    ])
      ids.push((await gated(organization.testAgent, session, { apiName: 'postgres.rows.update', payload })).approvalId);
    const page = await atInbox(organization);
    const boxes = page.getByRole('checkbox', { name: /postgres\.rows\.update/ });
    await boxes.nth(1).waitFor();
    for (const at of [0, 1]) await boxes.nth(at).check();
    await page.getByRole('button', { name: 'Approve 2…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 2 calls' });
    const calls = dialog.getByRole('region', { name: 'The calls and their arguments' });
    await calls.getByRole('table', { name: 'What differs' }).getByText('match.id').waitFor();
    await calls.getByText('drop everything').first().waitFor();
    const approve = dialog.getByRole('button', { name: 'Approve 2' });
    await dialog.getByText('Scroll to the end of the arguments to approve.').waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await expectLooks(visitor, 'several');
    await calls.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await dialog.getByText('Scroll to the end of the arguments to approve.').waitFor({ state: 'detached' });
    const asked = page.waitForRequest((request) => request.url().endsWith('/approvals/decisions'));
    await approve.click();
    const shown = await Promise.all(ids.map((id) => approvalOf(organization, id)));
    expect((await asked).postDataJSON().decisions).toEqual(
      expect.arrayContaining(shown.map(({ id, payloadHash }) => ({ id, payloadHash, decision: 'approve' }))),
    );
    await page
      .getByText(/^approved by/)
      .nth(1)
      .waitFor();
    for (const id of ids) expect(await approvalOf(organization, id)).toMatchObject({ status: 'APPROVED' });
  });

  it('lets nothing be approved before the end of long arguments was on the screen', async () => {
    const organization = await newOrganization();
    const payload = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`member${index}`, index]));
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent), { payload });
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    const button = (name: RegExp) => card().getByRole('button', { name });
    await card().getByText('Scroll to the end of the arguments to approve.').waitFor();
    for (const name of [/^Approve/, /^Edit/, /^Grant/]) expect(await button(name).isDisabled()).toBe(true);
    expect(await button(/^Reject/).isEnabled()).toBe(true);
    await page.keyboard.type('aeg');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectLooks(visitor, 'long');
    await card()
      .locator('pre')
      .evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await card().locator('pre').scrollIntoViewIfNeeded();
    await card().getByText('Scroll to the end of the arguments to approve.').waitFor({ state: 'detached' });
    expect(await button(/^Approve/).isEnabled()).toBe(true);
  });

  it('marks blanks and look-alikes in every place', async () => {
    const organization = await newOrganization();
    const opened = await organization.agent.post('/sessions', {
      agentId: unique('agent'),
      intent: 'p\u0430y the bill',
    });
    const payload = { amount: 5, '\u0430mount': 5_000, note: `fine${'\u2800'.repeat(900)}and more`, gap: 'a\u00a0b' };
    const { approvalId } = await gated(organization.agent, opened.body.data.id, { payload });
    await atInbox(organization, `/approvals?selected=${approvalId}`);
    const text = async () => (await card().textContent()) ?? '';
    await card().getByText('⟦U+2800×900⟧').waitFor();
    expect(await text()).toContain('"amount": 5,');
    expect(await text()).toContain('"⟦U+0430⟧mount": 5000');
    expect(await text()).toContain('a⟦U+00A0⟧b');
    expect(await text()).toContain('p⟦U+0430⟧y the bill');
    expect(await text()).not.toContain('⟦U+27E6⟧');
    await card()
      .getByText(/Hidden or look-alike characters in intent \(look-alike\); payload\.⟦U\+0430⟧mount \(look-alike\)/)
      .waitFor();
    expect(await rowOf('crm.customer.update').textContent()).toContain('⟦U+0430⟧mount');
  });

  it('shows who else has the card open, keeps a note for the next operator, and shows both under Decided', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    const { caller: second, email } = await newMember(organization, serviceA);
    await second.put(`/approvals/${approvalId}/viewers`, {});
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card().getByText(`${email} has this open too`).waitFor();
    await card().getByRole('button', { name: 'Leave a note' }).click();
    await card().getByLabel('Note').fill('Asked the customer; wait for her answer.');
    expect(await barriersOn(page)).toEqual([]);
    await card().getByRole('button', { name: 'Save note' }).click();
    await card().getByText('Asked the customer; wait for her answer.').waitFor();
    await expectLooks(visitor, 'handover');

    await second.post(`/approvals/${approvalId}/reject`, { reason: 'She wants her money back.' });
    await card().getByText(`rejected by ${email}`).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Decided' }).click();
    const row = rowOf('crm.customer.update');
    await row.getByText(`rejected by ${email}`).waitFor();
    await row.getByText('She wants her money back.').waitFor();
    await row.getByLabel('Note').waitFor();
    await page.getByLabel('Requested on this day').fill('2020-01-01');
    await page.getByText('No approvals match these filters').waitFor();
    expect(page.url()).toContain('day=2020-01-01');
    await page.getByLabel('Requested on this day').fill(new Date().toISOString().slice(0, 10));
    await page.getByLabel('Decision').selectOption('APPROVED');
    await page.getByText('No approvals match these filters').waitFor();
    await page.getByLabel('Decision').selectOption('DECIDED');
    await row.waitFor();
    await expectLooks(visitor, 'decided');
  });

  it('shows a call by one sentence in every place, with money and keys in bold', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const sentence = 'Refund 549.00 EUR of pi_3QX9';
    const session = await newSession(agent, 'refund-agent');
    const { actionId, approvalId } = await gated(agent, session, {
      apiName: 'stripe.refunds.create',
      operationType: 'CREATE',
      payload: { payment_intent: 'pi_3QX9', amount: 54_900, currency: 'eur' },
    });
    const page = await atInbox(organization, `/approvals?selected=${approvalId}`);
    for (const place of [rowOf(sentence), card().getByRole('heading', { level: 2 })]) {
      await place.getByText(sentence).waitFor();
      expect(await place.locator('b').allTextContents()).toEqual(['549.00 EUR', 'pi_3QX9']);
      const weights = place
        .locator('b, b + span')
        .evaluateAll((parts) => parts.map((one) => getComputedStyle(one).fontWeight));
      expect(await weights).toEqual(['700', '450', '700', '450']);
    }
    await visitor.open('/start');
    await page.getByRole('region', { name: 'Waiting for you' }).getByText(sentence).waitFor();
    await operator.post(`/approvals/${approvalId}/approve`);
    await agent.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS', response: {} });
    await visitor.open('/audit?find=approval.approved');
    await page.getByRole('button', { name: 'approval.approved' }).click();
    await page.getByRole('complementary', { name: 'The selected entry' }).getByText(sentence).waitFor();
    await visitor.open(`/sessions/${session}`);
    await page.getByRole('region', { name: 'Timeline' }).getByText(sentence).waitFor();
    await visitor.open(`/sessions/${session}/rollback`);
    await page.getByRole('listitem').getByText(sentence).waitFor();
  });

  it('says of a post in a channel that it can be deleted and that people may have read it', async () => {
    const organization = await newOrganization();
    const call = { apiName: 'slack.chat.postMessage', operationType: 'CREATE', payload: { channel: 'C1', text: 'x' } };
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent), call);
    await atInbox(organization, `/approvals?selected=${approvalId}`);
    const text = 'Partly reversible: chat.delete of the message. People may have read the message.';
    const partly = card().getByText(text);
    await partly.waitFor();
    expect(await colourOf(partly)).not.toBe(GOOD);
    expect(await card().getByText('Can be undone').count()).toBe(0);
  });

  it('goes through the list with J and K, and closes the card with Escape', async () => {
    const organization = await newOrganization();
    const session = await newSession(organization.agent);
    for (const name of ['crm.older.ask', 'crm.newer.ask']) await gated(organization.agent, session, { apiName: name });
    const page = await atInbox(organization);
    await rowOf('crm.older.ask').waitFor();
    await page.keyboard.press('j');
    await card().getByRole('heading', { name: 'crm.newer.ask' }).waitFor();
    await page.keyboard.press('j');
    await card().getByRole('heading', { name: 'crm.older.ask' }).waitFor();
    await page.keyboard.press('k');
    await card().getByRole('heading', { name: 'crm.newer.ask' }).waitFor();
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${serviceA.url}/dashboard/approvals`);
  });

  it('shows hostile texts as text, and marks characters that a reader would not see', async () => {
    const organization = await newOrganization();
    const hostile = `<img src=x onerror="document.title='broken'"> \u202Egnp.exe\u202C\u200B 😀 ${'long '.repeat(2000)}`;
    const opened = await organization.agent.post('/sessions', {
      agentId: unique('agent'),
      intent: hostile.slice(0, 1900),
    });
    const { approvalId } = await gated(organization.agent, opened.body.data.id, { payload: { note: hostile } });
    await atInbox(organization, `/approvals?selected=${approvalId}`);
    await card().getByText('⟦U+202E⟧').first().waitFor();
    await card()
      .getByText(/Hidden or look-alike characters in intent .*; payload\.note \(bidi, zero-width\)/)
      .waitFor();
    expect(await card().locator('img').count()).toBe(0);
    await expectLooks(visitor, 'hostile');
  });
});
