import type { Page } from 'playwright-core';
import { newOrganization, newSession, type Organization } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { changeNote, withNotes } from '../support/held-rollback.js';
import { gated } from '../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { type ServiceProcess, startService } from '../support/service.mjs';
import { withBrowser } from './support/browser.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

/** It can be undone, so that one key approves it. */
const CALL = 'stripe.customers.update';

describe('a service that is killed while pages are open', () => {
  const { arrive } = withBrowser();
  let own: OwnDatabase;
  let port: number;
  let service: ServiceProcess;
  let organization: Organization;
  let visitor: Visitor;
  const start = async () => {
    service = await startService({ DATABASE_URL: own.serviceUrl, PORT: String(port) });
  };
  const die = () => service.kill('SIGKILL');

  beforeAll(async () => {
    [own, port] = await Promise.all([newOwnDatabase(), freePort()]);
  });
  afterAll(() => own.drop());
  beforeEach(async () => {
    await start();
    organization = await newOrganization(service);
    visitor = await arrive(service);
    await visitor.signInAs(organization.operator);
  });
  afterEach(() => service.stop());

  const banner = (page: Page) => page.getByRole('status').getByText('The service does not answer.');
  const isCutOff = async (page: Page) => {
    await banner(page).waitFor();
    expect(await banner(page).textContent()).toContain('What this page shows may be out of date.');
    // A reload would lose it.
    await page.evaluate(() => document.body.setAttribute('data-mark', 'kept'));
  };
  const isLive = async (page: Page) => {
    await banner(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.body.dataset.mark)).toBe('kept');
  };
  const ask = async (session: string, apiName = CALL) =>
    (await gated(organization.agent, session, { apiName })).approvalId;
  const statusOf = async (id: string) => (await organization.operator.get(`/approvals/${id}`)).body.data.status;

  it('keeps the inbox, claims nothing for a decision that was lost, and works again without a reload', async () => {
    const { page } = visitor;
    const session = await newSession(organization.agent);
    const id = await ask(session);
    await visitor.open(`/approvals?selected=${id}`);
    const row = page.getByRole('listitem').filter({ hasText: CALL });
    const card = page.getByRole('article');
    // The list and the card ask the service apart.
    await row.waitFor();
    await card.getByRole('button', { name: /^Approve/ }).waitFor();

    await die();
    await isCutOff(page);
    await card.getByRole('button', { name: /^Approve/ }).click();
    await card.getByRole('alert').getByText('No answer', { exact: true }).waitFor();
    await screenshot(visitor, 'outage-inbox');
    expect(await row.count()).toBe(1);
    expect(await card.getByRole('heading', { name: 'Exact arguments' }).count()).toBe(1);
    expect(await page.getByText('No pending approvals').count()).toBe(0);
    expect(await page.getByText(/^(Done|approved|rejected)/).count()).toBe(0);

    await start();
    await isLive(page);
    expect(await statusOf(id)).toBe('PENDING');
    await ask(session, 'crm.later.ask');
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByRole('listitem').filter({ hasText: 'crm.later.ask' }).waitFor();
    await card.getByRole('button', { name: /^Approve/ }).click();
    await card.getByText(/^Done: approved by/).waitFor();
    await screenshot(visitor, 'outage-inbox-after');
    expect(await statusOf(id)).toBe('APPROVED');
    expect(await card.getByRole('alert').count()).toBe(0);
  });

  it('takes the banner away within five seconds of the time of the page once the service is back', async () => {
    const { page } = visitor;
    await page.clock.install();
    await visitor.open('/sessions');
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    await die();
    await banner(page).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await start();
    await page.clock.runFor(5_000);
    await banner(page).waitFor({ state: 'detached' });
  });

  it('shows a decision that was recorded although its answer was lost', async () => {
    const { page } = visitor;
    const id = await ask(await newSession(organization.agent));
    // The route is set before the page opens: an open page may still send some requests past a new route.
    await page.route('**/approve', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await visitor.open(`/approvals/${id}`);
    const card = page.getByRole('article');
    await card.getByRole('button', { name: /^Approve/ }).waitFor();
    await card.getByRole('button', { name: /^Approve/ }).click();
    const told = card.getByRole('status').getByText(`approved by ${organization.email}`);
    await told.waitFor();
    expect(await told.textContent()).not.toContain('Done');
    expect(await card.getByRole('alert').count()).toBe(0);
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('keeps the timeline of a session, and shows the next call without a reload', async () => {
    const { page } = visitor;
    const session = await newSession(organization.agent);
    await ask(session);
    await visitor.open(`/sessions/${session}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText(CALL).waitFor();

    await die();
    await isCutOff(page);
    await screenshot(visitor, 'outage-session');
    expect(await timeline.getByText(CALL).count()).toBe(1);
    expect(await page.getByText('No calls yet').count()).toBe(0);

    await start();
    await isLive(page);
    await ask(session, 'crm.later.ask');
    await timeline.getByText('crm.later.ask').waitFor();
  });

  it('keeps the progress of a rollback that was ordered in the page, and shows its report when it has ended', async () => {
    const { page } = visitor;
    const database = await withNotes(organization);
    const session = await newSession(organization.agent);
    await changeNote(organization.agent, session, database.pool);
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
    await visitor.open(`/sessions/${session}/rollback`);
    await page.getByRole('button', { name: 'Roll back 1 call' }).click();
    await page.getByText('0 of 1').waitFor();

    await die();
    await isCutOff(page);
    await screenshot(visitor, 'outage-rollback');
    await page.getByText('0 of 1').waitFor();
    expect(await page.getByRole('heading', { name: 'Rollback: report' }).count()).toBe(0);

    await start();
    await isLive(page);
    await blocker.query('ROLLBACK');
    blocker.release();
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    expect(await page.getByRole('list', { name: 'Outcomes' }).textContent()).toMatch(/1 *Rolled back/);
    expect((await database.pool.query('SELECT text FROM notes')).rows).toEqual([{ text: 'before' }]);
    expect((await organization.operator.get(`/sessions/${session}/rollback`)).body.data.state).toBe('finished');
    await database.drop();
  });

  it('says of a page whose files cannot be loaded that the service is away, and opens it when the service is back', async () => {
    const { page } = visitor;
    await visitor.open('/approvals');
    await page.getByRole('heading', { name: 'No pending approvals' }).waitFor();
    await die();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('The page opens when the service is back.').waitFor();
    expect(await page.getByText(/Unable to preload|dynamically imported/).count()).toBe(0);
    await start();
    await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor();
    await banner(page).waitFor({ state: 'detached' });
    // React writes the error that the page caught to the console.
    visitor.excuse((complaint) => /Unable to preload CSS|dynamically imported module/.test(complaint));
  });
});
