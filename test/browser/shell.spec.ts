import { newOrganization, newSession, type Organization, serviceA } from '../support/client.js';
import { gated, rows } from '../support/ledger.js';
import { withProblems } from '../support/problems.js';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { cutLabels } from './support/hostile.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

describe('the shell of the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  let organization: Organization;
  afterAll(() => rows.end());
  beforeEach(async () => {
    visitor = await arrive();
    organization = await newOrganization();
    await visitor.signInAs(organization.operator);
  });

  it('leads from / to the start page', async () => {
    await visitor.page.goto(serviceA.url);
    await visitor.page.getByRole('heading', { name: 'Start' }).waitFor();
    expect(visitor.page.url()).toBe(`${serviceA.url}/dashboard/start`);
    expect(await visitor.page.title()).toBe('Start · Backstop');
  });

  it('begins with what waits, what is wrong and what was changed, counts it in navigation and title, and leads there', async () => {
    const { page } = visitor;
    const { operator, agent } = organization;
    await gated(agent, await newSession(agent, 'refund-agent'), { apiName: 'stripe.refunds.create' });
    const session = await newSession(agent, 'mail-agent');
    const call = { apiName: 'mail.send', operationType: 'EXECUTE', status: 'CLEARED', payload: {} };
    const asked = await agent.post(`/sessions/${session}/actions`, call);
    await agent.patch(`/sessions/${session}/actions/${asked.body.data.id}`, { status: 'UNKNOWN' });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const [name, days] of [['nightly export', 3] as const, ['dashboards', 60] as const])
      expect((await operator.post('/me/tokens', { name, scopes: ['read'], expiresAt: inDays(days) })).status).toBe(201);
    const agents: { id: string; slug: string }[] = (await operator.get('/agents')).body.data;
    const refunds = agents.find(({ slug }) => slug === 'refund-agent');
    await visitor.open('/start');
    await page.getByRole('region', { name: 'Waiting for you' }).getByText('1 pending approval').waitFor();
    const wrong = page.getByRole('region', { name: 'Needs attention' });
    await wrong.getByText('mail-agent: unknown outcome').waitFor();
    await wrong.getByText('Your token nightly export expires soon').waitFor();
    expect(await wrong.getByText('dashboards').count()).toBe(0);
    await page.getByText('will be listed here on your next visit').waitFor();
    await page.waitForFunction(() => document.title.startsWith('(1) '));
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    for (const name of ['Inbox', 'Sessions'])
      expect(await navigation.getByRole('link', { name }).textContent()).toContain('1');
    await expectLooks(visitor, 'start');
    // A visit that began half an hour after the one before is another one.
    await page.evaluate(() => {
      for (const [key, value] of Object.entries({ ...localStorage }))
        if (key.startsWith('backstop.seen.'))
          localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), at: Date.now() - 3_600_000 }));
    });
    expect((await operator.put(`/agents/${refunds?.id}`, { status: 'PAUSED' })).status).toBe(200);
    await page.reload();
    await wrong.getByText('refund-agent is paused').waitFor();
    await page.getByRole('region', { name: 'Since your last visit' }).getByText('agent.paused').waitFor();
    await wrong.getByText('mail-agent: unknown outcome').click();
    await page.waitForURL(new RegExp(`/sessions/${session}$`));
  });

  it('has a line for each kind of problem, which leads to the page that solves it', async () => {
    const { page } = visitor;
    const { receiver } = await withProblems(organization);
    await visitor.open('/start');
    const lines = page.getByRole('region', { name: 'Needs attention' }).getByRole('link');
    const places = {
      '1 failed rollback': '/sessions?status=ROLLBACK_FAILED',
      '1 session drifted from the stated intent in the last 7 days': '/sessions?drift=DRIFTED&since=7d',
      'postgres: the last check of the credential failed': '/connectors?open=postgres&selected=postgres',
      'E-mail: switched off after failed deliveries': `/settings/webhooks/${receiver}`,
      '450,000 of 500,000 actions used this month': '/usage',
    };
    await lines.filter({ hasText: '1 failed rollback' }).waitFor();
    for (const [text, place] of Object.entries(places))
      expect([text, await lines.filter({ hasText: text }).getAttribute('href')]).toEqual([text, `/dashboard${place}`]);
    const connectors = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Connectors' });
    expect(await connectors.textContent()).toBe('Connectors1');
    await lines.filter({ hasText: 'postgres' }).click();
    await page.getByRole('heading', { name: 'postgres', exact: true }).waitFor();
  });

  it('lets a page find no barrier, in both themes and on a phone', async () => {
    await visitor.open('/preferences');
    await visitor.page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await expectLooks(visitor, 'preferences');
  });

  it('is found to cut the label of a button that is too narrow for it', async () => {
    const { page } = visitor;
    await visitor.open('/policies');
    const button = page.getByRole('button', { name: 'New policy' });
    await button.waitFor();
    expect(await cutLabels(page)).toEqual([]);
    await button.evaluate((element) => element.style.setProperty('width', '70px'));
    expect(await cutLabels(page)).toEqual(['New policy']);
  });

  it('opens everything with Ctrl-K, and goes to the chosen page', async () => {
    const { page } = visitor;
    const find = page.getByPlaceholder('Find a page or a command');
    await visitor.open('/approvals');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('prefer');
    await screenshot(visitor, 'everything');
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await find.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await find.waitFor();
    expect(await find.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
  });

  it('says with ? what the keys do, and turns single keys off', async () => {
    const { page } = visitor;
    await visitor.open('/approvals');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Find a page or a command').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await help.getByLabel('Keyboard shortcuts').click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press(',');
    await page.keyboard.press('?');
    await page.waitForTimeout(200);
    expect(page.url()).toContain('/approvals');
    expect(await help.count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Find a page or a command').waitFor();
  });

  it('opens the navigation and the account on a phone', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.open('/approvals');
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Preferences' }).click();
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
  });
});
