import { Caller, newOrganization, newSession, type Organization } from '../support/client.js';
import { creditsOf, newSetting } from '../support/customers.js';
import { startService } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import type { Visitor } from './support/visitor.js';

const HOSTILE = '<img src=x onerror=alert(1)> \u202Egnp.exe\u202C zero\u200Bwidth 👩‍👩‍👧‍👦';

const agentsOf = async ({ operator }: Organization) => (await operator.get('/agents')).body.data;

describe('the agents on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await arrive();
  });

  it('are paused with one click, and resumed after a question', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    await newSession(agent, 'first-agent');
    const session = await newSession(agent, 'second-agent');
    const unknown = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {}, status: 'UNKNOWN' };
    const { body } = await agent.post(`/sessions/${session}/actions`, { ...unknown, status: 'CLEARED' });
    await agent.patch(`/sessions/${session}/actions/${body.data.id}`, { status: 'UNKNOWN' });
    await visitor.signInAs(operator);
    await visitor.open('/agents');
    const table = page.getByRole('table', { name: 'Agents' });
    await table.getByRole('link', { name: '1 session', exact: true }).waitFor();
    await expectLooks(visitor, 'agents');

    await page.getByRole('button', { name: 'Pause second-agent' }).click();
    await page.getByRole('button', { name: 'Resume second-agent…' }).waitFor();
    const refused = await agent.post('/sessions', { agentId: 'second-agent', intent: 'go on' });
    expect([refused.status, refused.body.error.type]).toEqual([403, expect.stringMatching(/agent-paused$/)]);
    expect((await agent.post('/sessions', { agentId: 'first-agent', intent: 'go on' })).status).toBe(201);

    await page.getByLabel('Status', { exact: true }).selectOption('PAUSED');
    await table.getByText('first-agent').waitFor({ state: 'detached' });
    expect(page.url()).toContain('status=PAUSED');
    await page.keyboard.press('Escape');
    await page.locator('#content').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'second-agent' }).waitFor();
    await page.getByText('It is paused: it can open no session and start no call.').waitFor();
    await page.getByRole('button', { name: 'Resume…' }).click();
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    expect((await agent.post('/sessions', { agentId: 'second-agent', intent: 'go on' })).status).toBe(201);
    await page.getByRole('link', { name: 'go on' }).waitFor();
    await expectLooks(visitor, 'agent');
  });

  it('say of a call without a snapshot that it cannot be undone, before it is undone', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    const payload = { table: 'customers', match: { id: 1 }, values: { credit: 60 } };
    const call = { apiName: 'postgres.rows.update', operationType: 'UPDATE', status: 'SUCCESS', payload };
    await agent.post(`/sessions/${await newSession(agent, 'billing-agent')}/actions`, call);
    const [{ id }] = (await operator.get('/agents')).body.data;
    await visitor.signInAs(operator);
    await visitor.open(`/agents/${id}?undo=yes`);
    await page.getByRole('button', { name: 'Last hour' }).click();
    const order = page.getByRole('list', { name: 'Calls in the order in which they are undone' });
    await order.getByText('Cannot be undone').waitFor();
    expect(await order.getByText('Restored exactly').count()).toBe(0);
  });

  it('are undone since a moment, in the order that was shown first', async () => {
    const setting = await newSetting();
    const { pool, operator } = setting;
    const { page } = visitor;
    const before = await creditsOf(setting);
    await pool.query('UPDATE customers SET credit = 60 WHERE id = 1');
    await pool.query('INSERT INTO customers (id, name, credit) VALUES (11, $1, 1)', ['New']);
    await pool.query('UPDATE customers SET credit = 70 WHERE id = 1');
    expect(await creditsOf(setting)).not.toEqual(before);
    const [{ id, slug }] = await agentsOf(setting);
    await visitor.signInAs(operator);
    await visitor.open('/agents');
    await page.getByRole('link', { name: slug }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    await page.waitForURL(new RegExp(`/agents/${id}\\?undo=yes`));
    await page.getByRole('button', { name: 'Last hour' }).click();
    const order = page.getByRole('list', { name: 'Calls in the order in which they are undone' });
    await order.waitFor();
    expect(page.url()).toContain('since=');
    const calls = await order.getByRole('link', { name: /postgres\.rows/ }).allTextContents();
    expect(calls).toEqual([
      expect.stringMatching(/^Update customers where .*id=1.*credit.*70.*postgres\.rows\.update$/),
      expect.stringMatching(/^Insert into customers.*postgres\.rows\.insert$/),
      expect.stringMatching(/^Update customers where .*id=1.*credit.*60.*postgres\.rows\.update$/),
    ]);
    await page.getByLabel('Pause the agent first, so that it makes no further calls').waitFor();
    await expectLooks(visitor, 'agent-undo-plan');
    expect(await creditsOf(setting)).not.toEqual(before);

    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Resume…' }).waitFor();
    await page.getByRole('button', { name: 'Undo 3 calls' }).click();
    await page.getByRole('heading', { name: 'Undone', exact: true }).waitFor();
    expect(await creditsOf(setting)).toEqual(before);
    expect(await page.getByRole('list', { name: 'Outcomes' }).textContent()).toContain('3 Rolled back');
    await page.getByText('Reverted', { exact: true }).waitFor();
    await expectLooks(visitor, 'agent-undo-report');
    await page.getByRole('button', { name: 'Back to the agent' }).click();
    await page.getByRole('link', { name: /look after customers/ }).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Last hour' }).click();
    await page.getByRole('heading', { name: 'Nothing to undo since then' }).waitFor();
  });

  it('are undone since a moment with keys alone, which can be taken back before it is sent', async () => {
    const setting = await newSetting();
    const { page } = visitor;
    const before = await creditsOf(setting);
    await setting.pool.query('UPDATE customers SET credit = 60 WHERE id = 1');
    const changed = await creditsOf(setting);
    const [{ id }] = await agentsOf(setting);
    await visitor.signInAs(setting.operator);
    await visitor.open(`/agents/${id}?undo=yes&since=${new Date(0).toISOString()}`);
    const undo = page.getByRole('button', { name: 'Undo 1 call', disabled: false });
    const bar = page.getByRole('status');
    await undo.waitFor();
    await page.keyboard.press('Control+Enter');
    await bar.getByText('Undo 1 call').waitFor();
    await page.keyboard.press('z');
    await bar.getByText('cancelled, nothing was sent').waitFor();
    await undo.waitFor();
    expect(await creditsOf(setting)).toEqual(changed);

    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Undone', exact: true }).waitFor();
    expect(await creditsOf(setting)).toEqual(before);
  });

  it('are registered, described and deleted, and show hostile texts as text', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/agents');
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor();
    await page.getByRole('button', { name: 'Register an agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Slug').fill('not a slug');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await dialog.locator('[id$="-error"]').first().waitFor();
    await dialog.getByLabel('Slug').fill('hostile-agent');
    await dialog.getByLabel('Name').fill(HOSTILE);
    await dialog.getByLabel('Description').fill(`${HOSTILE} ${'long '.repeat(300)}`);
    await dialog.getByRole('button', { name: 'Register' }).click();
    const link = page.getByRole('link', { name: /onerror/ });
    await link.waitFor();
    expect(await link.textContent()).toContain('⟦U+202E⟧gnp.exe');
    await expectLooks(visitor, 'agents-hostile');
    await link.click();
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    await expectLooks(visitor, 'agent-hostile');
    await page.keyboard.press('e');
    await dialog.getByLabel('Name').fill('Support agent');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Support agent' }).waitFor();
    expect(await agentsOf(organization)).toMatchObject([{ slug: 'hostile-agent', displayName: 'Support agent' }]);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete the agent' }).click();
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor();
    await visitor.open('/agents/0190c0de-0000-7000-8000-000000000000');
    const problem = page.getByRole('alert');
    await problem.getByText('not-found').waitFor();
    expect(await problem.textContent()).toMatch(/request [0-9a-f-]{36}/);
  });

  it('can be paused on the plan FREE, which says what undoing takes', async () => {
    const free = await startService({ DEFAULT_PLAN: 'FREE' });
    const guest = await arrive(free);
    const { operator, agent } = await newOrganization(free);
    await newSession(agent, 'free-agent');
    await guest.signInAs(new Caller(free, operator.credential));
    await guest.open('/agents');
    await guest.page.getByRole('button', { name: 'Pause free-agent' }).click();
    await guest.page.getByRole('button', { name: 'Resume free-agent…' }).waitFor();
    await guest.page.getByRole('link', { name: 'free-agent' }).click();
    await guest.page.getByRole('button', { name: 'Undo since…' }).click();
    await guest.page.getByText(/requires PRO/).waitFor();
    expect(await barriersOn(guest.page)).toEqual([]);
    await guest.leave();
    await free.stop();
  });
});
