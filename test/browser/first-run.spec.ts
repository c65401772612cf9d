import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { backdating } from '../../src/sample/backdate.js';
import { fillSample } from '../../src/sample/fill-sample.js';
import { Caller, newOrganization, type Organization, serviceA } from '../support/client.js';
import { newCustomerDatabase } from '../support/customer-database.js';
import { rows } from '../support/ledger.js';
import { PASSWORD } from '../support/operators.js';
import { EVERY_IMPACT } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { stretched } from './support/hostile.js';
import { expectLook, expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import { DESKTOP, PHONE, type Visitor } from './support/visitor.js';

const { version } = JSON.parse(readFileSync('sdk/package.json', 'utf8'));

/** Runs a program as a person would who saved it here; returns its output and its exit code. */
async function run(program: string, env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(program);
  const [said, failed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said: said + failed };
}

/** Returns the variables that a shell sets for `export A=b C=d`. */
const exported = (shell: string): Record<string, string> =>
  Object.fromEntries([...shell.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? '']));

const WIDE = { width: 1920, height: 1080 };

/** Returns the path of each page in the navigation. */
const pathsIn = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

describe('the first run', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  let organization: Organization;
  afterAll(() => rows.end());
  beforeEach(async () => {
    organization = await newOrganization();
    visitor = await arrive();
    await visitor.signInAs(organization.operator);
  });

  const region = async (name: string | RegExp) =>
    (await visitor.page.getByRole('region', { name, exact: typeof name === 'string' }).textContent()) ?? '';
  const makeKey = async (kind: 'Test' | 'Live') => {
    await visitor.page.getByLabel(new RegExp(`^${kind}`)).check();
    await visitor.page.getByRole('button', { name: 'Create key' }).click();
    return exported(await region('The environment of the agent'));
  };
  /** Returns the operations that the newest session asked for. */
  const asked = async () => {
    const [session] = (await organization.operator.get('/sessions?limit=1')).body.data;
    const { actions } = (await organization.operator.get(`/sessions/${session.id}`)).body.data;
    return {
      intent: session.intent,
      status: session.displayStatus,
      simulated: session.simulated,
      actions: actions.map(({ apiName, status }: { apiName: string; status: string }) => `${apiName} ${status}`),
    };
  };

  it('of sample data is marked on every page, and one click on the mark and one on the question remove it', async () => {
    const account = await fillSample(serviceA.url, backdating({ transaction: (_, work) => work(rows) }));
    const login = () => new Caller(serviceA, null).post('/auth/login', { ...account });
    await visitor.signInAs(new Caller(serviceA, (await login()).body.data.token));
    const { page } = visitor;
    for (const path of ['/start', '/approvals', '/policies', '/sessions']) {
      await visitor.open(path);
      await page.getByText('Sample data: three agents of an invented shop.').waitFor();
    }
    await page.getByRole('link', { name: /Announce version 2\.4/ }).waitFor();
    await expectLooks(visitor, 'sample');
    for (const path of await pathsIn(page)) {
      await page.setViewportSize(DESKTOP);
      await page.goto(`${serviceA.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const viewport of [DESKTOP, WIDE, PHONE]) {
        await page.setViewportSize(viewport);
        await expectLook(visitor, path, { impacts: EVERY_IMPACT });
        expect({ path, stretched: await stretched(page) }).toEqual({ path, stretched: [] });
      }
    }
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Remove sample data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it now' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await login()).status).toBe(401);
  });

  it('leads from no session to the first one, which appears without a reload', async () => {
    const { page } = visitor;
    await visitor.open('/sessions');
    await page.getByRole('link', { name: 'Your first agent' }).last().click();
    await page.getByText('Waiting for the first session…').waitFor();
    const env = await makeKey('Test');
    expect(env).toEqual({ BACKSTOP_URL: serviceA.url, BACKSTOP_API_KEY: expect.stringMatching(/^bks_test_/) });
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('any object').click();
    expect(page.url()).toContain('client=object');
    await page.getByRole('button', { name: 'Copy: The agent: any object' }).click();
    await page.getByText('Copied').waitFor();
    const program = await page.evaluate(() => navigator.clipboard.readText());
    expect(program).toBe(await region('The agent: any object'));
    await expectLooks(visitor, 'first-run');
    const { code, said } = await run(program, env);
    expect([code, said]).toEqual([0, expect.any(String)]);
    await page.getByRole('list', { name: 'The newest sessions' }).getByText('first-agent').waitFor();
    await screenshot(visitor, 'first-run-arrived');
    expect(await asked()).toMatchObject({ simulated: true, actions: ['crm.rename SUCCESS'] });
    await page.getByRole('link', { name: 'first-agent' }).click();
    await page.getByRole('region', { name: 'Timeline' }).getByText('crm.rename').waitFor();
  });

  it.each([
    ['stripe', 'stripe.customers.create', { STRIPE_SECRET_KEY: 'sk_test_none' }],
    ['octokit', 'github.issues.create', { GITHUB_TOKEN: 'none', GITHUB_OWNER: 'ada', GITHUB_REPO: 'engine' }],
    ['slack', 'slack.chat.postMessage', { SLACK_TOKEN: 'none', SLACK_CHANNEL: 'C0123456789' }],
    ['http', 'mail.messages.send', {}],
  ])('has an agent for %s that runs with a test key', async (client, apiName, own) => {
    await visitor.open(`/first-run?client=${client}`);
    const env = await makeKey('Test');
    const shown = exported(await region(/^Before: /));
    expect(Object.keys(shown).sort()).toEqual(Object.keys(own).sort());
    const { code, said } = await run(await region(/^The agent: /), { ...env, ...own });
    expect([code, said]).toEqual([0, expect.any(String)]);
    expect(await asked()).toMatchObject({ simulated: true, status: 'COMPLETED', actions: [`${apiName} SUCCESS`] });
  });

  it('has an agent for pg that writes with a live key, in a session that can be rolled back', async () => {
    const database = await newCustomerDatabase();
    const { operator } = organization;
    await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
    await visitor.open('/first-run');
    const env = await makeKey('Live');
    const [install = '', , prepare = ''] = (await region('Before: pg')).split('\n');
    expect(install).toBe(`npm install ${serviceA.url}/sdk/backstop-sdk-${version}.tgz pg libpg-query pgsql-deparser`);
    const shell = { env: { PATH: process.env.PATH, DATABASE_URL: database.url } };
    await promisify(execFile)('/bin/sh', ['-eu', '-c', prepare], shell);
    const { code, said } = await run(await region('The agent: pg'), { ...env, DATABASE_URL: database.url });
    expect([code, said]).toEqual([0, '']);
    expect((await database.pool.query('SELECT note FROM backstop_trial')).rows).toEqual([{ note: 'hello' }]);
    expect(await asked()).toMatchObject({ simulated: false, actions: ['postgres.rows.insert SUCCESS'] });
    const [session] = (await operator.get('/sessions?limit=1')).body.data;
    const report = (await operator.post(`/sessions/${session.id}/rollback`)).body.data;
    expect(report.displayStatus).toBe('REVERTED');
    expect((await database.pool.query('SELECT note FROM backstop_trial')).rows).toEqual([]);
    await database.drop();
  });

  it('asks to sign in again when the session of the browser is over, and stays there', async () => {
    const { page } = visitor;
    await visitor.open('/first-run?client=none-of-these');
    await page.getByRole('region', { name: 'The agent: pg' }).waitFor();
    await page.getByText('slack', { exact: true }).click();
    await page.getByRole('region', { name: 'The agent: slack' }).waitFor();
    await visitor.context.clearCookies();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    expect(page.url()).toBe(`${serviceA.url}/dashboard/first-run?client=slack`);
  });
});
