import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';
import { verifyExport } from '../../src/audit/verifier.js';
import { newOrganization, type Organization } from '../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import type { ServiceProcess } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { HOSTILE, hasMarkup, SHOWN } from './support/hostile.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

describe('the audit log on the dashboard', () => {
  const { arrive } = withBrowser();
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

  const entries = () => visitor.page.getByRole('table', { name: 'Entries' });

  it('shows who changed what, found by words, whatever the words are', async () => {
    const { page } = visitor;
    const reason = `${HOSTILE} ${'long '.repeat(300)}`.slice(0, 500);
    await organization.operator.post('/policies', { apiNamePattern: 'mail.*', action: 'BLOCK', reason });
    for (let n = 0; n < 3; n++) await organization.operator.post('/agents', { slug: `agent-${n}` });
    await visitor.open('/audit');
    await entries().getByRole('row').nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('policy.created');
    await page.getByText(/^1 found/).waitFor();
    expect(page.url()).toContain('find=policy.created');
    expect(await entries().getByRole('link', { name: 'policy Block mail.*' }).count()).toBe(1);
    await entries().getByRole('button', { name: 'policy.created' }).click();
    const detail = page.getByRole('complementary', { name: 'The selected entry' });
    expect(await detail.getByRole('region', { name: 'After' }).textContent()).toContain(SHOWN);
    await detail.getByText('Created.').waitFor();
    await expectLooks(visitor, 'audit-entry');
    expect(await hasMarkup(page)).toBe(false);
    await page.getByRole('button', { name: 'Close the entry' }).click();
    await page.getByLabel('Search all entries').fill('no such words');
    await page.getByRole('heading', { name: 'No entries match' }).waitFor();
    await page.getByLabel('Search all entries').fill('agent-1');
    await page.getByText(/^1 found/).waitFor();
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByRole('heading', { name: 'No entries match' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await entries()
      .getByRole('link', { name: /^agent / })
      .first()
      .click();
    await page.getByRole('heading', { name: /^agent-\d$/ }).waitFor();
  });

  it('is verified in the browser, exported, and found changed where the database was changed', async () => {
    const { page } = visitor;
    const { operator, id } = organization;
    for (let n = 0; n < 110; n++) await operator.post('/agents', { slug: `agent-${n}` });
    await visitor.open('/audit');
    await entries().getByRole('row').nth(100).waitFor();
    await page.getByText('100 loaded, older ones follow').waitFor();
    await page.getByRole('button', { name: 'Load older entries' }).click();
    await page.getByText(/^11\d loaded$/).waitFor();

    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('v');
    await page.getByText(/Intact: entries 1 to 11\d, from the very first on\./).waitFor();
    await expectLooks(visitor, 'audit', { at: page.getByRole('heading', { level: 1 }) });
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the checkpoint' }).click(),
    ]);
    const checkpoint = await saved.path();
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(exported.suggestedFilename()).toBe(`audit-${id}.jsonl`);
    const verdict = await verifyExport(await textOf(exported), { organization: id });
    expect(verdict.findings).toEqual([]);
    expect(verdict.oldest?.sequence).toBe(1);

    const { rows } = await own.superuser.query<{ sequence: string }>(
      'SELECT max(sequence) AS sequence FROM audit_entries WHERE organization_id = $1',
      [id],
    );
    const newest = Number(rows[0]?.sequence);
    const edit = async (sql: string, values: readonly unknown[]) => {
      const session = await own.superuser.connect();
      await session.query("SET session_replication_role = 'replica'");
      await session.query(sql, [...values]);
      session.release(true);
    };
    await edit(
      `UPDATE audit_entries SET actor = jsonb_set(actor::jsonb, '{label}', '"eve@example.com"')::json WHERE organization_id = $1 AND sequence = 5`,
      [id],
    );
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/NOT intact: 1 finding\(s\), the first at entry 5\./).waitFor();
    await screenshot(visitor, 'audit-changed');
    expect(await barriersOn(page)).toEqual([]);

    await edit('DELETE FROM audit_entries WHERE organization_id = $1 AND (sequence = 5 OR sequence = $2)', [
      id,
      newest,
    ]);
    await page.locator('input[type=file]').setInputFiles(checkpoint);
    await page.getByRole('button', { name: `Checkpoint: entry ${newest}` }).waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(new RegExp(`truncated: Entry ${newest} is missing at the newest end`)).waitFor();
    await page.locator('input[type=file]').setInputFiles(await exported.path());
    await page.getByText('This file is not a checkpoint.').waitFor();
  });

  it('shows a failed answer with the id of the request, and continues', async () => {
    const { page } = visitor;
    let isBroken = false;
    // The route is set before the page opens: an open page may still send some requests past a new route.
    await page.route('**/audit-logs?*', (route) =>
      route.continue(isBroken ? { url: `${service.url}/audit-logs?limit=nothing` } : {}),
    );
    await visitor.open('/audit');
    await entries().getByRole('row').nth(1).waitFor();
    isBroken = true;
    await page.getByRole('button', { name: 'Verify' }).click();
    const problem = page.getByRole('alert');
    await problem.getByText('validation-failed').waitFor();
    expect(await problem.textContent()).toMatch(/request [0-9a-f-]{36}/);
    isBroken = false;
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Intact/).waitFor();
  });
});
