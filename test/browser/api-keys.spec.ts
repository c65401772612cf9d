import { Caller, newOrganization, serviceA } from '../support/client.js';
import { eventually } from '../support/patience.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { HOSTILE, hasMarkup, SHOWN } from './support/hostile.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

describe('the API keys on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await arrive();
  });

  it('are made, shown once, used and revoked', async () => {
    const { operator } = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(operator);
    await visitor.open('/api-keys');
    await page.getByRole('table', { name: 'API keys' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('[id$="-error"]').waitFor();
    await dialog.getByLabel('Name').fill('the pager');
    await dialog.getByLabel('Live').check();
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const shown = dialog.getByRole('region', { name: 'The new key' });
    await shown.waitFor();
    const key = (await shown.textContent()) ?? '';
    expect(key).toMatch(/^bks_live_/);
    await screenshot(visitor, 'api-keys-made');
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await shown.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /the pager/ });
    await row.getByText('never').waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, document.body.innerHTML, location.href]),
    );
    expect(kept).not.toContain(key);

    const agent = new Caller(serviceA, key);
    expect((await agent.post('/sessions', { agentId: 'pager', intent: 'call' })).status).toBe(201);
    await page.getByRole('button', { name: 'Revoke the key the pager' }).click();
    await screenshot(visitor, 'api-keys-revoke');
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.getByText(/^Revoked/).waitFor();
    const refused = await eventually(
      () => agent.post('/sessions', { agentId: 'pager', intent: 'call' }),
      ({ status }) => status === 401,
    );
    expect(refused.status).toBe(401);
    // The service writes down from time to time when keys were used.
    const used = await eventually(
      async () => {
        await page.reload();
        await row.waitFor();
        return (await row.textContent()) ?? '';
      },
      (text) => !text.includes('never'),
    );
    expect(used).not.toContain('never');
  });

  it('show names as text, in pages that the URL names', async () => {
    const { operator } = await newOrganization();
    const { page } = visitor;
    await operator.post('/api-keys', { name: HOSTILE, kind: 'test' });
    for (let n = 0; n < 50; n++) await operator.post('/api-keys', { name: `key ${n}`, kind: 'live', agentId: 'bot' });
    await visitor.signInAs(operator);
    await visitor.open('/api-keys');
    await page.getByRole('row', { name: /key 49/ }).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    const hostile = page.getByRole('row', { name: /gnp\.exe/ });
    await hostile.waitFor();
    expect(page.url()).toContain('page=');
    expect(await hostile.textContent()).toContain(SHOWN);
    expect(await hasMarkup(page)).toBe(false);
    await page.reload();
    await hostile.waitFor();
    await expectLooks(visitor, 'api-keys');
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByRole('row', { name: /key 49/ }).waitFor();
  });

  it('say what went wrong, with the id of the request', async () => {
    const { operator } = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(operator);
    await visitor.open('/api-keys?page=019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c');
    await page.getByRole('heading', { name: 'No older keys' }).waitFor();
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('x');
    await dialog.getByLabel('Only as this agent').fill('no slug');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('[id$="-error"]').first().waitFor();
  });
});

describe('the personal tokens on the dashboard', () => {
  const { arrive } = withBrowser();

  it('are made with scopes, shown once, and revoked', async () => {
    const { operator } = await newOrganization();
    const visitor = await arrive();
    const { page } = visitor;
    await visitor.signInAs(operator);
    await visitor.open('/preferences');
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('policies from git');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('checkbox', { name: /^policies/ }).check();
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const shown = dialog.getByRole('region', { name: 'The new token' });
    await shown.waitFor();
    const token = (await shown.textContent()) ?? '';
    expect(token).toMatch(/^bks_op_/);
    expect((await new Caller(serviceA, token).get('/policies')).status).toBe(200);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /policies from git/ });
    await row.getByText('Active').waitFor();
    await row.getByText(/^in \d+ days$/).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.body.innerHTML)).not.toContain(
      token,
    );
    await page.getByRole('button', { name: 'Revoke the token policies from git' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.getByText('Revoked').waitFor();
    const refused = await eventually(
      () => new Caller(serviceA, token).get('/policies'),
      ({ status }) => status === 401,
    );
    expect(refused.status).toBe(401);
    expect(await barriersOn(page)).toEqual([]);
  });
});
