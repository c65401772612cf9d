import { newOrganization, newSession, type Organization } from '../support/client.js';
import { creditsOf, newSetting, type Setting } from '../support/customers.js';
import { gated, rows } from '../support/ledger.js';
import { patience } from '../support/patience.mjs';
import { withBrowser } from './support/browser.js';
import { LateChunks } from './support/late-chunks.js';
import type { Visitor } from './support/visitor.js';

/** A call that can be undone: no name has to be typed for it. */
const CALL = 'stripe.customers.update';
const KEY_MS = 50;
/** Requests that decide: approvals, rejections and rollbacks. A preview decides nothing. */
const DECIDES = /\/(approve|reject|decisions|rollback)$/;
/** A deletion and a pause decide, too. An open form takes what is typed. */
const isDecision = (method: string, url: string) =>
  (method === 'POST' && DECIDES.test(url)) || method === 'DELETE' || (method === 'PUT' && url.includes('/agents/'));
/** A step that cannot be typed through: it is what decides. */
const DECIDING_CHORD = 'Control+Enter';

const agentOf = async ({ operator }: Setting) => (await operator.get('/agents')).body.data[0].id;

describe('typing', () => {
  const { arrive } = withBrowser();
  let organization: Organization;
  let visitor: Visitor;
  let decisions: string[];
  let approvalId: string;
  afterAll(() => rows.end());
  beforeEach(async () => {
    organization = await newOrganization();
    ({ approvalId } = await ask());
    visitor = await arrive();
    await visitor.signInAs(organization.operator);
    watchDecisions();
  });
  const watchDecisions = () => {
    decisions = [];
    visitor.page.on('request', (request) => {
      if (isDecision(request.method(), request.url())) decisions.push(new URL(request.url()).pathname);
    });
  };

  const ask = async () =>
    gated(organization.agent, await newSession(organization.agent), { apiName: CALL, payload: { id: 7 } });
  const statusOf = async (id: string) => (await organization.operator.get(`/approvals/${id}`)).body.data.status;
  const card = () => visitor.page.getByRole('article');
  const isReady = () =>
    card()
      .getByRole('button', { name: /^Approve/, disabled: false })
      .waitFor();
  const bar = (text: string | RegExp) => visitor.page.getByRole('status').getByText(text);

  async function openCard(): Promise<void> {
    await visitor.open(`/approvals?selected=${approvalId}`);
    await isReady();
  }

  /** The one table of shortcuts, as `?` shows it for the open page; as Playwright names keys. */
  async function shortcuts(): Promise<string[]> {
    const { page } = visitor;
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    const shown = await help.locator('dd kbd').allTextContents();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    return shown.map((keys) => {
      const key = keys.replace(/^Ctrl /, '');
      return (keys.startsWith('Ctrl ') ? 'Control+' : '') + (key.length === 1 ? key.toLowerCase() : key);
    });
  }

  const isChord = (keys: string) => keys.startsWith('Control+');

  /**
   * Types over every shortcut of a page, while each chunk is late and after it has come.
   * @param known shortcuts that are not pressed first
   * @returns the chunks that were late
   */
  async function typeOverShortcuts(
    open: () => Promise<void>,
    known: readonly string[] = [],
  ): Promise<{ table: string[]; late: string[] }> {
    const { page } = visitor;
    const chunks = await LateChunks.of(page);
    // The keys that are typed reach the preferences, and turn single keys off there: each page begins with them on.
    await page.addInitScript(() => localStorage.removeItem('backstop.preferences'));
    await open();
    const table = await shortcuts();
    const singles = table.filter((keys) => !isChord(keys));
    const typed = [...'Ask the agents', ...singles, 'Enter', ' ', 'Tab', 'Enter', ' '];
    for (const opener of table.filter((keys) => keys !== DECIDING_CHORD && !known.includes(keys))) {
      await open();
      chunks.hold();
      await page.keyboard.press(opener);
      for (const [index, key] of typed.entries()) {
        if (index === typed.length >> 1) chunks.release();
        await page.keyboard.press(key, { delay: KEY_MS });
      }
      expect({ opener, decisions }).toEqual({ opener, decisions: [] });
      expect({ opener, waits: await bar(/: sent/).count() }).toEqual({ opener, waits: 0 });
    }
    return { table, late: chunks.late };
  }

  it('decides nothing, whichever shortcut came before it, while every chunk is late and after it has come', async () => {
    const { page } = visitor;
    const { table, late } = await typeOverShortcuts(openCard);
    expect(table).toEqual(expect.arrayContaining(['a', 'e', 'r', 'g', 'j', 'k', 'x', '?', ',', 'Escape', 'Control+k']));
    // The pages and dialogs that these keys open did come late.
    for (const name of ['everything', 'keys-help', 'preferences-page'])
      expect(late).toContainEqual(expect.stringMatching(`^${name}-`));
    expect(await statusOf(approvalId)).toBe('PENDING');

    // The same eyes see a decision that is made on purpose.
    await openCard();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Approve this call?' }).getByText('Ctrl+Enter').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
    await page.keyboard.press('Control+Enter');
    await bar('Approve stripe.customers.update').waitFor();
    await card()
      .getByText(/^Done: approved by/)
      .waitFor();
    expect(decisions).toEqual([`/approvals/${approvalId}/approve`]);
  });

  it.each<[string, (setting: Setting) => Promise<string>, RegExp, string[]]>([
    ['session', async ({ session }) => `/sessions/${session.id}`, /^Roll back…/, ['r', 'j', 'k']],
    ['plan of a rollback', async ({ session }) => `/sessions/${session.id}/rollback`, /^Roll back 1 call/, ['?']],
    ['agent', async (setting) => `/agents/${await agentOf(setting)}`, /^Pause/, ['u', 'e']],
    [
      'undo of an agent',
      async (setting) => `/agents/${await agentOf(setting)}?undo=yes&since=${new Date(0).toISOString()}`,
      /^Undo 1 call/,
      ['?'],
    ],
  ])('decides nothing on the page of the %s either', async (_, pathOf, button, expected) => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 60 WHERE id = 1');
    const stored = await creditsOf(setting);
    await visitor.leave();
    visitor = await arrive();
    await visitor.signInAs(setting.operator);
    watchDecisions();
    const path = await pathOf(setting);
    const { table } = await typeOverShortcuts(async () => {
      await visitor.open(path);
      await visitor.page.getByRole('button', { name: button, disabled: false }).waitFor();
    });
    expect(table).toEqual(expect.arrayContaining(expected));
    expect(await creditsOf(setting)).toEqual(stored);
  });

  it(
    'decides nothing on any page of the navigation, whichever of its own shortcuts came before',
    async () => {
      const { page } = visitor;
      await visitor.open('/preferences');
      await page.getByRole('heading', { name: 'Preferences' }).waitFor();
      const everywhere = await shortcuts();
      const links = page.getByRole('navigation').getByRole('link');
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const paths = [...new Set(hrefs.map((href) => href.replace(/^\/dashboard/, '')))].filter(
        (path) => path.length > 1,
      );
      const own: Record<string, number> = {};
      for (const path of paths) {
        const open = async () => {
          await visitor.open(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
        };
        const { table } = await typeOverShortcuts(open, everywhere).catch((error: Error) => {
          throw new Error(`On ${path}: ${error.message}`);
        });
        own[path] = table.filter((keys) => !everywhere.includes(keys)).length;
      }
      // The pages that have shortcuts of their own are among them.
      for (const path of [
        '/approvals',
        '/sessions',
        '/policies',
        '/agents',
        '/api-keys',
        '/settings/webhooks',
        '/audit',
        '/team',
      ])
        expect([path, own[path]]).toEqual([path, expect.any(Number)]);
      expect(Object.values(own).filter((count) => count > 0).length).toBeGreaterThanOrEqual(6);
      expect(decisions).toEqual([]);
    },
    patience(120_000),
  );

  it('types a reason for a rejection, and nothing of it approves', async () => {
    const { page } = visitor;
    const chunks = await LateChunks.of(page);
    await openCard();
    chunks.hold();
    await page.keyboard.press('r');
    await page.keyboard.type('Ask the customer first', { delay: KEY_MS });
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').getByLabel('Reason').inputValue()).toMatch(/sk the customer first\n$/);
    expect(decisions).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await card()
      .getByText(/^Done: rejected by/)
      .waitFor();
    expect(decisions).toEqual([`/approvals/${approvalId}/reject`]);
  });

  it('of a decision can be taken back for five seconds, and then it is never sent', async () => {
    const { page } = visitor;
    await openCard();
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
    await page.keyboard.press('Control+Enter');
    await bar('Approve stripe.customers.update').waitFor();
    expect(
      await card()
        .getByRole('button', { name: /^Reject/ })
        .isDisabled(),
    ).toBe(true);
    await page.keyboard.press('z');
    await bar('cancelled, nothing was sent').waitFor();
    // Decisions are sent in the order in which they were made: once the later one is sent, the earlier one never is.
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByLabel('Reason').fill('no');
    await page.keyboard.press('Control+Enter');
    await card()
      .getByText(/^Done: rejected by/)
      .waitFor();
    expect(decisions).toEqual([`/approvals/${approvalId}/reject`]);
    expect(await statusOf(approvalId)).toBe('REJECTED');
  });

  it('of a decision is sent when the operator opens another page of the dashboard', async () => {
    const { page } = visitor;
    await openCard();
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
    await page.keyboard.press('Control+Enter');
    await bar('Approve stripe.customers.update').waitFor();
    await page.keyboard.press(',');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await bar(/: sent$/).waitFor();
    expect(decisions).toEqual([`/approvals/${approvalId}/approve`]);
    expect(await statusOf(approvalId)).toBe('APPROVED');
  });

  it('of a decision is not sent when the page is closed before: the browser asks, and the next page reports it', async () => {
    const { page } = visitor;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await openCard();
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
    await page.keyboard.press('Control+Enter');
    await bar('Approve stripe.customers.update').waitFor();
    await page.reload();
    await bar('not sent, because the page was closed or left before').waitFor();
    expect(asked).toEqual(['beforeunload']);
    // A later decision of this page is sent, and the one that was left is not.
    await isReady();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByLabel('Reason').fill('no');
    await page.keyboard.press('Control+Enter');
    await card()
      .getByText(/^Done: rejected by/)
      .waitFor();
    expect(decisions).toEqual([`/approvals/${approvalId}/reject`]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await bar('not sent').waitFor({ state: 'detached' });
  });
});
