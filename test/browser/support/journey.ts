import type { Locator } from 'playwright-core';
import { PASSWORD } from '../../support/operators.js';
import type { Hands } from './hands.js';
import type { Visitor } from './visitor.js';

/** Returns the variables that a shell sets for `export A=b C=d`. */
export const exported = (shell: string): Record<string, string> =>
  Object.fromEntries([...shell.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));

/** The way of a new operator through the dashboard, step by step, with hands of any kind. */
export class Journey {
  constructor(
    private readonly visitor: Visitor,
    private readonly hands: Hands,
    /** Called where the operator stops to read. */
    private readonly station: (name: string) => Promise<void>,
  ) {}

  private get page() {
    return this.visitor.page;
  }

  private button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = this.page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });

  private titled = (name: string | RegExp) => this.page.getByRole('heading', { name }).waitFor();

  async register(email: string): Promise<void> {
    await this.visitor.open('/');
    await this.hands.press(this.page.getByRole('link', { name: 'Sign up' }));
    await this.titled('Sign up');
    await this.hands.write(this.page.getByLabel('Name'), 'Ada');
    await this.hands.write(this.page.getByLabel('E-mail'), email);
    await this.hands.write(this.page.getByLabel('Password', { exact: true }), PASSWORD);
    await this.hands.press(this.button('Sign up'));
    await this.titled('Start');
    await this.station('registered');
  }

  /** Lets the service reach the customer's database, to capture and to undo. */
  async storeCredential(connectionString: string): Promise<void> {
    await this.hands.goTo('Connectors');
    await this.hands.press(this.page.getByRole('link', { name: 'postgres' }));
    await this.hands.command('e', this.button('Store a credential'));
    await this.hands.write(this.page.getByLabel('connectionString').first(), connectionString);
    await this.hands.press(this.button('Store the credential'));
    await this.page.getByText('Works', { exact: true }).waitFor();
  }

  async makePolicy(pattern: string, reason: string): Promise<void> {
    await this.hands.goTo('Policies');
    await this.hands.command('n', this.button('New policy'));
    await this.hands.write(this.page.getByRole('combobox', { name: 'Operation pattern' }), pattern);
    await this.hands.write(this.page.getByLabel('Reason'), reason);
    await this.hands.press(this.button('Create policy'));
    await this.titled(pattern);
    await this.station('policy');
  }

  /** The environment of the agent. */
  async makeLiveKey(): Promise<Record<string, string>> {
    await this.hands.goTo('Your first agent');
    await this.hands.choose(this.page.getByRole('radio', { name: /^Live/ }));
    await this.hands.press(this.button('Create key'));
    const shown = await this.page.getByRole('region', { name: 'The environment of the agent' }).textContent();
    await this.station('key');
    return exported(shown ?? '');
  }

  async openApproval(apiName: string, reason: string): Promise<void> {
    await this.hands.goTo('Inbox');
    await this.hands.command('j', this.page.getByRole('listitem').filter({ hasText: apiName }).getByRole('button'));
    await this.page.getByRole('article').getByText(reason).waitFor();
    await this.station('approval');
  }

  /** Edits the arguments and reads their verdict; they are not sent yet. @returns the changes that the dialog shows */
  async editArguments(from: string, to: string): Promise<string> {
    await this.hands.command('e', this.button(/^Edit/, this.page.getByRole('article')));
    const dialog = this.page.getByRole('dialog', { name: /^Edit the arguments/ });
    const json = dialog.getByLabel('JSON');
    const text = await json.inputValue();
    await this.hands.write(json, text.replace(from, to));
    await dialog.getByText('Policies allow these arguments with your approval').waitFor();
    await this.station('edit');
    return dialog.getByRole('region', { name: 'What changes' }).innerText();
  }

  async sendEdited(): Promise<void> {
    await this.hands.decide(this.button('Approve the edited arguments'));
    await this.page
      .getByRole('article')
      .getByText(/^Done: approved by/)
      .waitFor();
  }

  /** @returns the arguments that ran, and those that the agent asked for, as the session shows them */
  async readLedger(apiName: string): Promise<readonly (string | null)[]> {
    await this.hands.press(this.page.getByRole('article').getByRole('link', { name: 'session' }));
    const line = this.page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: apiName });
    await line.getByText('Edited').waitFor({ state: 'attached' });
    await this.hands.command('j', line);
    const shown = (label: string) => this.page.getByRole('region', { name: label, exact: true }).textContent();
    const both = [await shown('Arguments'), await shown('Arguments as the agent asked')];
    await this.station('ledger');
    // On a phone the action covers the session.
    await this.hands.command('Escape', this.button('Close the action'));
    return both;
  }

  /** @returns the conflict: field, before, the agent, now, result */
  async rollBack(): Promise<readonly string[]> {
    await this.hands.command('r', this.button('Roll back…'));
    await this.titled('Rollback: plan');
    await this.station('plan');
    await this.hands.decide(this.button('Roll back 1 call'));
    await this.titled('Rollback: report');
    await this.titled(/^Conflicts/);
    await this.station('conflict');
    return this.page.getByRole('table').locator('tbody tr').locator('th, td').allTextContents();
  }

  async overwrite(): Promise<void> {
    await this.hands.choose(this.page.getByRole('radio', { name: 'Overwrite it with what was before the call' }));
    await this.hands.decide(this.button('Roll back again, and force 1'));
    await this.page.getByText('Overwritten', { exact: true }).waitFor({ state: 'attached' });
    await this.station('report');
  }

  /** Verifies the audit log in the browser. @returns the result as the page shows it */
  async verifyAudit(): Promise<string> {
    await this.hands.goTo('Audit log');
    await this.titled('Audit log');
    await this.hands.command('v', this.button('Verify'));
    const verdict = this.page.getByText(/^(Intact|NOT intact)/);
    await this.station('verified');
    return verdict.innerText();
  }

  /** Finds one entry by words. @returns the state afterwards as the entry shows it */
  async readEntry(action: string, words: string): Promise<string> {
    const find = this.page.getByLabel('Search all entries');
    await this.hands.write(find, `${action} ${words}`);
    await this.page.getByText(/^1 found/).waitFor();
    await this.hands.press(this.button(action, this.page.getByRole('table', { name: 'Entries' })));
    const entry = this.page.getByRole('complementary', { name: 'The selected entry' });
    const after = (await entry.getByRole('region', { name: 'After' }).textContent()) ?? '';
    await this.station(action);
    await this.hands.press(this.button('Close the entry'));
    return after;
  }
}
