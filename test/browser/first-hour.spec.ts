import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PASSWORD } from '../support/operators.js';
import { blockWith, page as readme } from '../support/readme.js';
import { type Started, started } from '../support/readme-commands.js';
import { withBrowser } from './support/browser.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

/** Finds the labels, in bold, that README tells a reader to press or to open. */
const [, walk = ''] = /^## Your first agent\n(.*?)^The agent is /ms.exec(readme) ?? [];
const named = new Set([...walk.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name));

describe('the first hour, as README describes it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-first-hour-'));
  const running: Started[] = [];
  const used = new Set<string>();
  const { arrive } = withBrowser();
  let visitor: Visitor;
  let customers: pg.Client;

  const start = async (commands: string, env: Record<string, string>, line: RegExp) => {
    const program = await started(commands, env, line);
    running.push(program);
    return program;
  };

  afterAll(async () => {
    await customers?.end();
    for (const program of running.reverse()) await program.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Finds an element by a name that README has. */
  const press = (role: 'link' | 'button', name: string) => {
    expect(named).toContain(name);
    used.add(name);
    return visitor.page.getByRole(role, { name, exact: true }).first().click();
  };
  const write = (label: string, text: string) => visitor.page.getByLabel(label).first().fill(text);
  const credit = async () => (await customers.query('SELECT credit FROM customers WHERE id = 1')).rows[0].credit;

  it('comes from a clone to the first approval and the first rollback in the dashboard', async () => {
    const service = await start(
      blockWith('ALLOWED_PRIVATE_HOSTS'),
      { PORT: '0', DATA_DIR: directory },
      /is up at (http:\S+)/,
    );
    const commands = blockWith('database.mjs').replace('npm run build\n', '').replace('node ', 'exec node ');
    const database = await start(commands, {}, /^export CUSTOMERS_URL='(.+)'$/);
    customers = new pg.Client({ connectionString: database.found });
    await customers.connect();

    visitor = await arrive({ url: service.found });
    const { page } = visitor;
    await visitor.open('/');
    await press('link', 'Sign up');
    await write('Name', 'Ada');
    await write('E-mail', 'ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('button', 'Sign up');
    await page.getByRole('heading', { name: 'Start' }).waitFor();

    await press('link', 'Connectors');
    await page.getByRole('link', { name: 'postgres', exact: true }).click();
    await press('button', 'Store a credential');
    await write('connectionString', database.found);
    await press('button', 'Store the credential');
    await page.getByText('Works', { exact: true }).waitFor();

    await press('link', 'Policies');
    await press('button', 'New policy');
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('postgres.rows.update');
    expect(named).toContain('Reason');
    used.add('Reason');
    await write('Reason', 'A person looks at every credit.');
    await press('button', 'Create policy');
    await page.getByRole('heading', { name: 'postgres.rows.update' }).waitFor();

    await press('link', 'Your first agent');
    expect(named).toContain('Live');
    used.add('Live');
    await page.getByRole('radio', { name: /^Live/ }).check();
    await press('button', 'Create key');
    const shown = (await page.getByRole('region', { name: 'The environment of the agent' }).textContent()) ?? '';
    const environment = Object.fromEntries(
      [...shown.matchAll(/\b(BACKSTOP_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const agent = await start(
      blockWith('agent.mjs').replace('node ', 'exec node '),
      { ...environment, CUSTOMERS_URL: database.found },
      /(Waiting for your approval)/,
    );

    await press('link', 'Inbox');
    await page.getByRole('button', { name: /Update customers where id=1/ }).click();
    const card = page.getByRole('article');
    await card.getByText('credit 0 → 50').waitFor();
    await screenshot(visitor, 'first-hour-approval');
    expect(named).toContain('Approve');
    used.add('Approve');
    await card.getByRole('button', { name: /^Approve/ }).click();
    await card.getByText(/^Done: approved by/).waitFor();
    expect(await agent.ended).toContain("{ id: 1, name: 'Ada', credit: 50 }");

    await press('link', 'Sessions');
    await page.getByRole('link', { name: /support-agent/ }).click();
    await press('button', 'Roll back…');
    await page.getByRole('heading', { name: 'Rollback: plan' }).waitFor();
    await press('button', 'Roll back 1 call');
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    await screenshot(visitor, 'first-hour-report');
    expect(await credit()).toBe(0);
    expect([...named].filter((name) => !used.has(name))).toEqual([]);
  });
});
