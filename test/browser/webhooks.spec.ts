import { newOrganization, newSession, type Organization } from '../support/client.js';
import { gated } from '../support/ledger.js';
import { Listener } from '../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { eventually } from '../support/patience.mjs';
import { Receiver } from '../support/receiver.js';
import { type ServiceProcess, startService } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { HOSTILE, hasMarkup, SHOWN } from './support/hostile.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

describe('the webhooks on the dashboard', () => {
  const { arrive } = withBrowser();
  /** Processes of other suites would deliver, too. */
  let own: OwnDatabase;
  let service: ServiceProcess;
  let visitor: Visitor;
  let organization: Organization;
  beforeAll(async () => {
    own = await newOwnDatabase(1);
    service = own.services[0] as ServiceProcess;
  });
  afterAll(() => own.drop());
  beforeEach(async () => {
    organization = await newOrganization(service);
    visitor = await arrive(service);
    await visitor.signInAs(organization.operator);
  });

  it('are registered with a secret that is shown once, tested, and sent an event about a call that waits', async () => {
    const { page } = visitor;
    const receiver = await Receiver.start();
    await visitor.open('/settings/webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.getByRole('button', { name: 'New receiver' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://127.0.0.2/hook');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await dialog.getByText('must name a public host').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Description').fill(HOSTILE);
    await dialog.getByLabel('A rollback finished').uncheck();
    await screenshot(visitor, 'webhooks-new');
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Register' }).click();
    const secret = dialog.getByRole('region', { name: 'The signing secret' });
    await secret.waitFor();
    receiver.secret = (await secret.textContent()) ?? '';
    expect(receiver.secret).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    const row = page.getByRole('row', { name: /gnp\.exe/ });
    await row.waitFor();
    expect(await row.textContent()).toContain(SHOWN);
    expect(await row.textContent()).not.toContain('rollback.finished');
    await expectLooks(visitor, 'webhooks');
    await page.getByRole('link', { name: /gnp\.exe/ }).click();
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
    await page.keyboard.press('t');
    await page.getByText('Test delivered: the receiver answered 204').waitFor();
    await page.getByRole('row', { name: /webhook\.test.*Delivered/ }).waitFor();

    const session = await newSession(organization.agent);
    await gated(organization.agent, session);
    await page.getByRole('row', { name: /approval\.requested.*Delivered/ }).waitFor();
    expect(receiver.told().map(({ type }) => type)).toEqual(['webhook.test', 'approval.requested']);
    await page.keyboard.press('j');
    const detail = page.getByRole('region', { name: 'The selected delivery' });
    await detail.getByText('204').waitFor();
    expect(page.url()).toContain('delivery=');
    expect(await detail.textContent()).toContain('crm.customer.update');
    await expectLooks(visitor, 'deliveries');
    expect(await hasMarkup(page)).toBe(false);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await receiver.stop();
  });

  it('show each attempt that failed, are switched off and on, and deleted', async () => {
    const { page } = visitor;
    const receiver = await Receiver.start((_, reply) => reply.writeHead(500).end());
    await receiver.registered(organization.operator);
    await gated(organization.agent, await newSession(organization.agent));
    await visitor.open(`/settings/webhooks/${receiver.id}`);
    await page.getByRole('button', { name: 'approval.requested' }).click();
    const attempts = page.getByRole('table', { name: 'Attempts' });
    await attempts.getByText('500').first().waitFor();
    await page.getByRole('row', { name: /Failed (once|\d times) next try in \d+ (second|minute)/ }).waitFor();
    const later = page.getByRole('row', { name: /Failed 4 times next try in \d+ days/ });
    // An attempt that is under way may write after the statement.
    await eventually(async () => {
      await own.superuser.query(
        "UPDATE webhook_deliveries SET attempts = 4, due_at = now() + interval '80 hours' WHERE webhook_id = $1",
        [receiver.id],
      );
      await page.reload();
      await page.getByRole('table', { name: 'Deliveries' }).waitFor();
      return later.count();
    }, Boolean);
    await later.getByText('in 3 days').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText(/an operator switched it off/).waitFor();
    await page.getByRole('row', { name: /Canceled/ }).waitFor();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await visitor.open(`/settings/webhooks/${receiver.id}`);
    await page.getByRole('heading', { name: 'There is no such receiver' }).waitFor();
    await receiver.stop();
  });

  it('lead to Slack and to mails as well', async () => {
    const { page } = visitor;
    const slack = new Listener((_, reply) => reply.writeHead(200).end('ok'));
    const origin = await slack.start();
    await visitor.open('/settings/webhooks');
    for (const kind of ['slack', 'email']) {
      await page.getByRole('button', { name: 'New receiver' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Kind').selectOption(kind);
      if (kind === 'slack') await dialog.getByLabel('Address').fill(`${origin}/services/secret-of-slack`);
      await dialog.getByRole('button', { name: 'Register' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('row', { name: /E-mail.*every member/ }).waitFor();
    await page.getByRole('row', { name: /Slack/ }).waitFor();
    expect(await page.locator('#content').textContent()).not.toContain('secret-of-slack');
    await slack.stop();
  });

  it('say which plan they come with', async () => {
    const free = await startService({ DATABASE_URL: own.serviceUrl, DEFAULT_PLAN: 'FREE' });
    const guest = await arrive(free);
    await guest.signInAs((await newOrganization(free)).operator);
    await guest.open('/settings/webhooks');
    await guest.page.getByRole('heading', { name: 'Webhooks require PRO' }).waitFor();
    await guest.page.getByRole('link', { name: 'Usage and billing' }).last().click();
    await guest.page.getByRole('heading', { name: 'Usage and billing' }).waitFor();
    await guest.leave();
    await free.stop();
  });
});
