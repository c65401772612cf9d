import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { Caller, newOrganization, newSession } from '../support/client.js';
import { newSetting, type Setting } from '../support/customers.js';
import { rows } from '../support/ledger.js';
import { eventually } from '../support/patience.mjs';
import { startService } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import { PHONE, type Visitor } from './support/visitor.js';

const READ = { apiName: 'postgres.rows.select', operationType: 'READ', status: 'SUCCESS', response: { rowCount: 1 } };
const HOSTILE = '<img src=x onerror=alert(1)> \u202Egnp.exe\u202C zero\u200Bwidth 👩‍👩‍👧‍👦 ⟦U+0041⟧';

/** Reads three rows and changes two, through the SDK. */
async function work({ pool, agent, session }: Setting): Promise<void> {
  for (const id of [1, 2, 3])
    await agent.post(`/sessions/${session.id}/actions`, { ...READ, payload: { table: 'customers', match: { id } } });
  await pool.query('UPDATE customers SET credit = 60 WHERE id = 1');
  await pool.query('UPDATE customers SET credit = 70 WHERE id = 2');
}

describe('the sessions on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  afterAll(() => rows.end());
  beforeEach(async () => {
    visitor = await arrive();
  });

  it("show an agent's calls, and a further call as it comes", async () => {
    const setting = await newSetting();
    await work(setting);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open('/sessions');
    await page.getByRole('link', { name: /look after customers/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/sessions/${setting.session.id}`));
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('3 reads').waitFor();
    const updates = timeline.getByRole('button', { name: /postgres\.rows\.update/ });
    expect(await updates.count()).toBe(2);

    await setting.pool.query('UPDATE customers SET credit = 80 WHERE id = 3');
    await updates.nth(2).waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await timeline
      .getByRole('button', { name: /postgres\.rows\.select/ })
      .nth(2)
      .waitFor();
    await updates.first().click();
    const card = page.getByRole('article');
    expect(await card.getByRole('region', { name: 'Arguments', exact: true }).textContent()).toContain('"credit": 60');
    expect(await card.getByRole('region', { name: /content$/ }).textContent()).toContain('"credit": "10"');
    await card.getByText('No policy matched.').waitFor();
    await card.getByText(/Risk \d+ %/).waitFor();
    expect(page.url()).toContain('action=');
    await expectLooks(visitor, 'session');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.setViewportSize(PHONE);
    await screenshot(visitor, 'session-timeline-phone');
  });

  it('let a person settle a call of unknown outcome, and show that from then on', async () => {
    const { operator, agent, email } = await newOrganization();
    const { page } = visitor;
    const session = await newSession(agent, 'sender');
    const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: { to: 'ada@example.com' } };
    const { body } = await agent.post(`/sessions/${session}/actions`, { ...call, status: 'CLEARED' });
    await agent.patch(`/sessions/${session}/actions/${body.data.id}`, { status: 'UNKNOWN' });
    await visitor.signInAs(operator);
    await visitor.open(`/sessions/${session}?action=${body.data.id}`);
    const card = page.getByRole('article');
    await card.getByRole('button', { name: 'Undo this action' }).waitFor();
    const sentence = page.getByRole('region', { name: 'Timeline' }).getByText('mail.messages.send: to=ada');
    expect((await sentence.boundingBox())?.width).toBeGreaterThan(150);
    await card.getByRole('button', { name: 'Settle by hand…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle this effect' });
    const settle = dialog.getByRole('button', { name: 'Settle' });
    await dialog.getByLabel('Note').fill(`Not in the outbox. ${HOSTILE}`);
    expect(await settle.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: /^Undone/ }).check();
    await expectLooks(visitor, 'settle');
    expect((await operator.get(`/sessions/${session}/dirty`)).body.data.dirty).toBe(true);
    await settle.click();
    await dialog.waitFor({ state: 'detached' });
    const settled = card.locator('section', { hasText: 'Settled by a person' });
    await settled.getByText('Undone by hand').waitFor();
    expect(await settled.textContent()).toContain(email);
    expect(await settled.textContent()).toContain('Not in the outbox. <img src=x onerror=alert(1)> ⟦U+202E⟧gnp.exe');
    expect(await card.getByRole('button', { name: /Undo this action|Settle by hand/ }).count()).toBe(0);
    expect((await operator.get(`/sessions/${session}/dirty`)).body.data.dirty).toBe(false);
    await expectLooks(visitor, 'settled');
  });

  it('say on whose behalf they are, and are found by that, by a label and by the trace of a call', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    const open = async (agentId: string, origin: object) =>
      (await agent.post('/sessions', { agentId, intent: 'look after customers', ...origin })).body.data.id;
    const user = `ada@example.com ${HOSTILE}`;
    const session = await open('agent-of-ada', { onBehalfOf: user, labels: { tier: 'gold' } });
    await open('agent-of-eve', { onBehalfOf: 'eve@example.com' });
    const traced = { toolCallId: 'call_1', traceparent: `00-${'ab'.repeat(16)}-${'12'.repeat(8)}-01` };
    const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: { to: 'x' }, ...traced };
    const asked = await agent.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' });
    await visitor.signInAs(operator);
    await visitor.open('/sessions');
    const rowsOf = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await rowsOf.nth(1).waitFor();
    expect(await rowsOf.nth(1).textContent()).toContain('ada@example.com <img src=x onerror=alert(1)>');
    await expectLooks(visitor, 'sessions-on-behalf');
    await page.getByLabel('On behalf of').fill('eve@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /agent-of-ada/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /agent-of-eve/ }).waitFor();
    await visitor.open(`/sessions/${session}?action=${asked.body.data.id}`);
    await page.getByRole('list', { name: 'Labels' }).getByRole('link', { name: 'tier: gold' }).waitFor();
    await page.getByRole('article').getByText('call_1').waitFor();
    await page
      .getByRole('article')
      .getByRole('link', { name: 'ab'.repeat(16) })
      .click();
    await page.getByRole('button', { name: /^Remove the filter Trace/ }).waitFor();
    await page.getByRole('link', { name: /agent-of-ada/ }).waitFor();
    await page.getByRole('button', { name: /^Remove the filter Trace/ }).click();
    await page.getByRole('link', { name: /agent-of-eve/ }).waitFor();
    await visitor.open(`/approvals/${asked.body.data.approval.id}`);
    await page.getByRole('article').getByText('on behalf of', { exact: false }).first().waitFor();
    await screenshot(visitor, 'approval-on-behalf-desktop-light');
    expect(await page.getByRole('button', { name: /^Approve/ }).isEnabled()).toBe(true);
  });

  it('keep new ones behind a bar, and each row where it is', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    await newSession(agent, 'first-agent');
    await visitor.signInAs(operator);
    await visitor.open('/sessions');
    const first = page.getByRole('link', { name: /first-agent/ });
    const before = await first.boundingBox();
    const session = await newSession(agent, 'second-agent');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(await first.boundingBox()).toEqual(before);
    expect(await page.getByRole('link', { name: /second-agent/ }).count()).toBe(0);
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByRole('link', { name: /second-agent/ }).waitFor();

    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    await page.getByRole('link', { name: /Completed.*second-agent/ }).waitFor();
    await expectLooks(visitor, 'sessions');
  });

  it('have columns for user, connectors, findings and duration, each under its head', async () => {
    const { id, operator, agent } = await newOrganization();
    const { page } = visitor;
    const opening = { agentId: 'billing-agent', intent: 'Correct credits', onBehalfOf: 'grace@example.com' };
    const session = (await agent.post('/sessions', opening)).body.data.id;
    const payload = { table: 'customers', match: { id: 43 }, values: { credit: 300 } };
    const call = { apiName: 'postgres.rows.update', operationType: 'UPDATE', status: 'CLEARED', payload };
    const asked = await agent.post(`/sessions/${session}/actions`, call);
    await agent.patch(`/sessions/${session}/actions/${asked.body.data.id}`, { status: 'UNKNOWN' });
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    await rows.query(`UPDATE sessions SET completed_at = created_at + interval '12 minutes' WHERE id = $1`, [session]);
    // The job does not evaluate a session again that has no new calls.
    await operator.get(`/sessions/${session}/intent`);
    await rows.query(
      `UPDATE session_intents SET verdict = 'DRIFTED', drift_score = 1 WHERE session_id = $1 AND organization_id = $2`,
      [session, id],
    );
    await visitor.signInAs(operator);
    await visitor.open('/sessions');
    const row = page.getByRole('link', { name: /billing-agent/ });
    await row.waitFor();
    const edges = async (shown: Locator) => {
      const box = await shown.boundingBox();
      return { left: Math.round(box?.x ?? -1), right: Math.round((box?.x ?? -1) + (box?.width ?? 0)) };
    };
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const head = (text: string) => edges(page.getByText(text, { exact: true }).last());
      for (const [column, contents] of [
        ['Agent, on behalf of', 'billing-agent'],
        ['Agent, on behalf of', 'grace@example.com'],
        ['Intent and calls', 'Correct credits'],
        ['Intent and calls', 'postgres'],
        ['Findings', 'Needs attention'],
        ['Findings', 'Drifted'],
      ] as const) {
        const { left, right } = await head(column);
        const shown = await edges(row.getByText(contents, { exact: true }));
        expect([width, contents, shown.left >= left && shown.right <= right]).toEqual([width, contents, true]);
      }
      expect((await edges(row.getByText('12 min', { exact: true }))).right).toBe((await head('Duration')).right);
      expect((await edges(row.getByText('Correct credits'))).left).toBe((await head('Intent and calls')).left);
    }
  });

  it('are filtered by the URL', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    await newSession(agent, 'first-agent');
    const completed = await newSession(agent, 'second-agent');
    await agent.patch(`/sessions/${completed}`, { status: 'COMPLETED' });
    await visitor.signInAs(operator);
    await visitor.open('/sessions?status=COMPLETED&since=24h');
    await page.getByRole('link', { name: /second-agent/ }).waitFor();
    expect(await page.getByRole('list', { name: 'Sessions' }).getByRole('link').count()).toBe(1);
    await page.getByLabel('Status', { exact: true }).selectOption('ACTIVE');
    await page.getByRole('link', { name: /first-agent/ }).waitFor();
    expect(page.url()).toContain('status=ACTIVE');
    await page.keyboard.press('/');
    await page.getByLabel('Search intents and calls').fill('no such words');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No sessions match these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('link', { name: /second-agent/ }).waitFor();
    await page.getByRole('link', { name: /first-agent/ }).waitFor();
  });

  it('are found by what they changed, and their filters are kept as a view, exported and compared', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    const change = async (table: string, id: number) => {
      const session = await newSession(agent, `agent-of-${table}`);
      const payload = { table, match: { id }, values: { credit: 300 } };
      const call = { apiName: 'postgres.rows.update', operationType: 'UPDATE', payload };
      await agent.post(`/sessions/${session}/actions`, { ...call, payload: { ...payload, match: { id: 1 } } });
      await agent.post(`/sessions/${session}/actions`, { ...call, payload });
    };
    await change('orders', 7);
    await change('customers', 43);
    await visitor.signInAs(operator);
    await visitor.open('/sessions');
    await page.getByRole('link', { name: /agent-of-orders.*postgres/ }).waitFor();
    await page.getByLabel('Table, key, channel…').fill('Customers');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /agent-of-orders/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /agent-of-customers/ }).waitFor();
    expect(page.url()).toContain('target=Customers');

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('Changes of customers');
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save these filters as a view' }).click();
    await page.getByRole('button', { name: 'Remove the view Changes of customers' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('link', { name: /agent-of-orders/ }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Changes of customers' }).click();
    await page.getByRole('button', { name: 'Views: Changes of customers' }).waitFor();
    await page.getByRole('link', { name: /agent-of-orders/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('target')).toBe('Customers');

    const saved = async (format: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: format, exact: true }).click(),
      ]);
      await page.getByText('1 session exported').waitFor();
      return readFileSync(await download.path(), 'utf8');
    };
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await saved('CSV')).trimEnd().split('\r\n')).toEqual([
      expect.stringMatching(/^id,agent,on behalf of,labels,intent,status/),
      expect.stringContaining(',agent-of-customers,'),
    ]);
    expect(JSON.parse(await saved('NDJSON'))).toMatchObject({
      agentId: 'agent-of-customers',
      connectors: ['postgres'],
    });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByLabel('Select the session of agent-of-orders to compare it').click();
    await page.getByText('Select another session to compare').waitFor();
    await page.getByLabel('Select the session of agent-of-customers to compare it').click();
    await expectLooks(visitor, 'sessions-columns');
    await page.getByRole('link', { name: 'Compare 2 sessions' }).click();
    await page.getByText('Only here').nth(3).waitFor();
    await page.getByText('0 calls in both').waitFor();
    await expectLooks(visitor, 'sessions-compared');
  });

  it('say how far a search for a text has looked', async () => {
    const { operator, agent } = await newOrganization();
    await newSession(agent, 'searched-agent');
    await visitor.signInAs(operator);
    await visitor.open('/sessions?text=customers');
    await visitor.page.getByText('The search has looked at all sessions that match the other filters.').waitFor();
  });

  it('show hostile texts as text, with hidden characters marked', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    const intent = `${HOSTILE} ${'long '.repeat(1_980)}`.slice(0, 10_000);
    const session = (await agent.post('/sessions', { agentId: 'hostile-agent', intent })).body.data.id;
    await agent.post(`/sessions/${session}/actions`, {
      apiName: 'mail.messages.send',
      operationType: 'EXECUTE',
      status: 'SUCCESS',
      payload: { [HOSTILE]: HOSTILE, long: 'x'.repeat(10_000) },
      response: { note: HOSTILE },
    });
    await visitor.signInAs(operator);
    await visitor.open('/sessions');
    await page.getByRole('link', { name: /hostile-agent/ }).waitFor();
    expect(await page.getByRole('link', { name: /hostile-agent/ }).textContent()).toContain('⟦U+202E⟧gnp.exe');
    await page.getByRole('link', { name: /hostile-agent/ }).click();
    await page.getByRole('button', { name: /mail\.messages\.send/ }).click();
    const card = page.getByRole('article');
    const response = await card.getByRole('region', { name: 'Response' }).textContent();
    expect(response).toContain('<img src=x onerror=alert(1)> ⟦U+202E⟧gnp.exe');
    expect(response).toContain('⟦U+27E6⟧U+0041⟧');
    await card.getByRole('button', { name: /Show all 1\d,\d{3} characters/ }).click();
    await expectLooks(visitor, 'hostile');
    await visitor.open(`/sessions/${session}/rollback`);
    await page.getByRole('heading', { name: 'Cannot be undone' }).waitFor();
    expect(await page.locator('#content img').count()).toBe(0);
  });

  it('are completed, and purged for good', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    const session = await newSession(agent, 'purged-agent');
    await visitor.signInAs(operator);
    await visitor.open(`/sessions/${session}`);
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    await page.getByRole('button', { name: 'Complete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Purge…' }).click();
    const purge = page.getByRole('button', { name: 'Purge for good' });
    expect(await purge.isDisabled()).toBe(true);
    await page.getByLabel('Type purge to confirm').fill('purge');
    expect(await barriersOn(page)).toEqual([]);
    await purge.click();
    await page.waitForURL(/\/sessions$/);
    expect((await operator.get(`/sessions/${session}`)).status).toBe(404);
    await visitor.open(`/sessions/${session}`);
    const problem = page.getByRole('alert');
    await problem.getByText('not-found').waitFor();
    expect(await problem.textContent()).toMatch(/request [0-9a-f-]{36}/);
  });

  it('are listed with the plan FREE, which says what drift takes', async () => {
    const free = await startService({ DEFAULT_PLAN: 'FREE' });
    const guest = await arrive(free);
    const { operator } = await newOrganization(free);
    await guest.signInAs(new Caller(free, operator.credential));
    await guest.page.goto(`${free.url}/dashboard/sessions`);
    await guest.page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    await guest.page.getByLabel('Drift').getByText('Drift (requires TEAM)').waitFor({ state: 'attached' });
    await screenshot(guest, 'sessions-free');
    expect(await barriersOn(guest.page)).toEqual([]);
    await guest.leave();
    await free.stop();
  });

  it('scroll through 5 000 actions', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    const session = await newSession(agent);
    const report = (n: number) =>
      agent.post(`/sessions/${session}/actions`, {
        apiName: 'mail.messages.send',
        operationType: 'EXECUTE',
        status: 'SUCCESS',
        payload: { n },
      });
    for (let sent = 0; sent < 5_000; sent += 25)
      await Promise.all(Array.from({ length: 25 }, (_, index) => report(sent + index + 1)));
    await visitor.signInAs(operator);
    await visitor.open(`/sessions/${session}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('button').first().waitFor();
    const last = timeline.getByRole('button', { name: /^5000 / });
    await eventually(
      async () => {
        await timeline.evaluate((region) => region.scrollTo(0, region.scrollHeight));
        return last.count();
      },
      Boolean,
      20_000,
    );
    await last.waitFor();
    expect(await timeline.getByRole('button').count()).toBeLessThan(120);
    await screenshot(visitor, 'session-5000');
  });
});
