import type { Browser } from 'playwright-core';
import { newOrganization, serviceA } from '../support/client.js';
import { barriersOn } from './support/accessibility.js';
import { startChromium } from './support/chromium.js';
import { forEachLook, screenshot } from './support/screenshots.js';
import { Visitor } from './support/visitor.js';

describe('the shell of the dashboard', () => {
  let chromium: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    chromium = await startChromium();
  });
  afterAll(() => chromium.close());
  beforeEach(async () => {
    visitor = await Visitor.arrive(chromium, serviceA);
    await visitor.signInAs((await newOrganization()).operator);
  });
  afterEach(async () => {
    await visitor.leave();
    expect(visitor.complaints).toEqual([]);
  });

  it('leads from / to the start page', async () => {
    await visitor.page.goto(serviceA.url);
    await visitor.page.getByRole('heading', { name: 'Start' }).waitFor();
    expect(visitor.page.url()).toBe(`${serviceA.url}/dashboard/start`);
    expect(await visitor.page.title()).toBe('Start · Backstop');
  });

  it('lets a page find no barrier, in both themes and on a phone', async () => {
    await visitor.open('/preferences');
    await visitor.page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await forEachLook(visitor, async (look) => {
      await screenshot(visitor, `preferences-${look}`);
      expect(await barriersOn(visitor.page)).toEqual([]);
    });
  });

  it('opens everything with Ctrl-K, and goes where it was told', async () => {
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
