import { newOrganization, newSession, unique } from '../support/client.js';
import { call, gated, logged, setPlan } from '../support/ledger.js';
import { eventually } from '../support/patience.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

describe('the overview of the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await arrive();
  });

  it('shows what became of the calls, the decisions and the rollbacks, as /metrics says', async () => {
    const { operator, agent, testAgent } = await newOrganization();
    const { page } = visitor;
    const session = await newSession(agent, unique('support'));
    await operator.post('/policies', { apiNamePattern: 'crm.customer.delete', action: 'BLOCK', reason: 'never' });
    for (let n = 0; n < 5; n++) await logged(agent, session, { status: 'SUCCESS' });
    for (let n = 0; n < 2; n++) await logged(agent, session, { status: 'FAILED' });
    await logged(agent, session, { apiName: 'crm.customer.delete' });
    const approved = await gated(agent, session);
    await operator.post(`/approvals/${approved.approvalId}/approve`);
    const rejected = await gated(agent, session);
    await operator.post(`/approvals/${rejected.approvalId}/reject`, {});
    await gated(agent, session);
    await testAgent.post(`/sessions/${await newSession(testAgent)}/actions`, call());
    const { days, actions } = (await operator.get('/metrics')).body.data;
    expect(actions.total).toBe(11);

    await visitor.signInAs(operator);
    await visitor.open('/overview');
    const outcomes = page.getByRole('table', { name: 'Actions by outcome' });
    await outcomes.waitFor();
    const cells = (name: string) =>
      page.getByRole('table', { name, exact: true }).getByRole('row').nth(1).getByRole('cell').allTextContents();
    expect(await cells('Actions by outcome')).toEqual(['5', '2', '1']);
    expect(await cells('Approvals')).toEqual(['1', '1', '0']);
    expect(days.at(-1)).toMatchObject({ success: 5, failed: 2, blocked: 1, approved: 1, rejected: 1 });
    expect(await outcomes.getByRole('rowheader').textContent()).toBe(days.at(-1).day);
    await page.getByText('Simulated, and in none of these figures: actions 1,').waitFor();
    const rolledBack = page.getByRole('region', { name: 'Actions rolled back' });
    await rolledBack.getByText('Nothing in the last 30 days.').waitFor();
    const chart = page.getByRole('img', { name: /^Actions by outcome/ });
    expect(await chart.locator('g').count()).toBe(30);
    await page.getByRole('table', { name: 'Drift', exact: true }).waitFor();
    await expectLooks(visitor, 'overview');
    await expectLooks(visitor, 'overview-below', { at: page.getByRole('heading', { name: 'Agents by drift' }) });
    await logged(agent, session, { status: 'FAILED' });
    const seen = await eventually(
      () => cells('Actions by outcome'),
      ([, failed]) => failed === '3',
    );
    expect(seen).toEqual(['5', '3', '1']);
  });

  it('changes the alarm budget, says what is wrong with a number that is too high, and shows the level of an agent', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    await logged(agent, await newSession(agent, 'support'), { status: 'SUCCESS' });
    await visitor.signInAs(operator);
    await visitor.open('/overview');
    const budget = page.getByLabel('Alarms in 100 sessions');
    await budget.fill('30');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    expect((await operator.get('/settings/intent')).body.data).toEqual({ alarmBudget: 3 });
    await budget.fill('5');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await page.getByText('5 alarms in 100 sessions of each agent').waitFor();
    expect((await operator.get('/settings/intent')).body.data).toEqual({ alarmBudget: 5 });
    await budget.scrollIntoViewIfNeeded();
    await screenshot(visitor, 'overview-alarm-budget');
    expect(await barriersOn(page)).toEqual([]);
    const [{ id }] = (await operator.get('/agents')).body.data;
    await visitor.open(`/agents/${id}`);
    await page.getByText(/^No session is marked as drifted yet: Backstop knows 0 other sessions/).waitFor();
    await page.getByRole('img', { name: /^Sessions of this agent by drift score/ }).waitFor();
    await screenshot(visitor, 'agent-level');
    expect(await barriersOn(page)).toEqual([]);
  });

  it('leads to the first agent while there is no call, and says what drift takes', async () => {
    const { operator, agent, id } = await newOrganization();
    const { page } = visitor;
    await setPlan(id, 'FREE');
    await visitor.signInAs(operator);
    await visitor.open('/overview');
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    await page.getByRole('link', { name: 'Your first agent' }).last().click();
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor();
    await logged(agent, await newSession(agent), { status: 'SUCCESS' });
    await visitor.open('/overview');
    await page.getByText(/requires TEAM/).waitFor();
    await screenshot(visitor, 'overview-free');
    expect(await barriersOn(page)).toEqual([]);
  });
});
