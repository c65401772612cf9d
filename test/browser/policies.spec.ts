import { Caller, newOrganization, newSession, type Organization } from '../support/client.js';
import { startService } from '../support/service.mjs';
import { barriersOn } from './support/accessibility.js';
import { misaligned } from './support/alignment.js';
import { withBrowser } from './support/browser.js';
import { overflows } from './support/hostile.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

const HOSTILE = '<img src=x onerror=alert(1)> \u202Egnp.exe\u202C zero\u200Bwidth 👩‍👩‍👧‍👦';

const refund = (amount: number, more: object = {}) => ({
  apiName: 'stripe.refunds.create',
  operationType: 'CREATE',
  payload: { charge: 'ch_1', amount },
  ...more,
});

const made = async ({ operator }: Organization, policy: object): Promise<string> => {
  const { status, body } = await operator.post('/policies', policy);
  expect(status).toBe(201);
  return body.data.id;
};

const policiesOf = async ({ operator }: Organization) => (await operator.get('/policies')).body.data;

describe('the policies on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await arrive();
  });

  it('are suggested from what was called; a person takes one suggestion and dismisses another', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    const session = await newSession(agent, 'refund-agent');
    await agent.post(`/sessions/${session}/actions`, refund(100));
    await agent.post(`/sessions/${session}/actions`, refund(100, { apiName: 'stripe.charges.create' }));
    await visitor.signInAs(operator);
    await visitor.open('/policies');
    const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem');
    const taken = suggestions.filter({ hasText: 'stripe.refunds.create' });
    await taken.getByRole('button', { name: 'Take' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('in shadow mode').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await taken.waitFor({ state: 'detached' });
    expect(await policiesOf(organization)).toEqual([
      expect.objectContaining({ apiNamePattern: 'stripe.refunds.create', mode: 'shadow', action: 'REQUIRE_APPROVAL' }),
    ]);
    await suggestions.getByRole('button', { name: 'Dismiss' }).click();
    await suggestions.first().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('table', { name: 'Policies' }).waitFor();
    expect(await suggestions.count()).toBe(0);
  });

  it('are written with live validation, tried on what agents did, and saved in shadow mode', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    const session = await newSession(agent, 'refund-agent');
    for (const amount of [100, 700, 900])
      await agent.post(`/sessions/${session}/actions`, refund(amount, { status: 'SUCCESS', response: {} }));
    await visitor.signInAs(operator);
    await visitor.open('/policies');
    await page.getByRole('heading', { name: 'No policies yet' }).waitFor();
    await page.getByRole('button', { name: 'Create a policy in shadow mode' }).click();

    const name = page.getByRole('combobox', { name: 'Operation pattern' });
    await name.fill('stripe.refund*');
    await page.getByText('* stands for a whole segment').waitFor();
    await name.fill('stripe.refunds');
    await page.getByRole('option', { name: 'stripe.refunds.*' }).click();
    expect(await name.inputValue()).toBe('stripe.refunds.*');
    await page.getByText(/^Matches \d+ of the \d+ operations/).waitFor();
    await page.getByText('All of these').click();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('Enter a field, for example payload.amount.').waitFor();
    expect(await policiesOf(organization)).toEqual([]);
    await page.getByRole('combobox', { name: 'Field 1' }).fill('payload.amount');
    await page.getByLabel('Value 1').fill('many');
    await page.getByText('Enter a number, such as 500.').waitFor();
    await page.getByLabel('Value 1').fill('500');
    await page.getByLabel('Reason').fill('Large refunds need a person.');

    await page.getByRole('link', { name: 'All policies' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await leaving.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Reason').inputValue()).toBe('Large refunds need a person.');

    await page.getByRole('button', { name: 'Try it' }).click();
    const samples = page.getByRole('table', { name: 'Samples' });
    await samples.waitFor();
    expect(await samples.getByRole('link').count()).toBe(2);
    expect(await samples.textContent()).toContain('900');
    await expectLooks(visitor, 'policy-editor');

    await page.getByLabel('Value 1').fill('800');
    await page.getByText('The draft has changed since').waitFor();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'stripe.refunds.*' }).waitFor();
    expect(await leaving.count()).toBe(0);
    const [policy] = await policiesOf(organization);
    expect(policy).toMatchObject({
      apiNamePattern: 'stripe.refunds.*',
      condition: { field: 'payload.amount', operator: 'gt', value: 800 },
      action: 'REQUIRE_APPROVAL',
      mode: 'shadow',
      enabled: true,
      reason: 'Large refunds need a person.',
    });

    await agent.post(`/sessions/${session}/actions`, refund(1_000));
    await page.reload();
    const figures = page.getByLabel('While it was in shadow mode');
    await figures.waitFor();
    expect(await figures.textContent()).toContain('would have asked for approval1');
    await expectLooks(visitor, 'policy-shadow');
  });

  it('say how often each matched, how operators decided and how long they took', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    const gate = await made(organization, { apiNamePattern: 'stripe.refunds.*', action: 'REQUIRE_APPROVAL' });
    await made(organization, { apiNamePattern: 'mail.*', action: 'BLOCK', reason: 'No mails.' });
    const session = await newSession(agent);
    for (const decision of ['approve', 'approve', 'reject']) {
      const { body } = await agent.post(`/sessions/${session}/actions`, refund(5));
      await operator.post(`/approvals/${body.data.approval.id}/${decision}`);
    }
    await agent.post(`/sessions/${session}/actions`, refund(6));
    await visitor.signInAs(operator);
    await visitor.open('/policies');
    const table = page.getByRole('table', { name: 'Policies' });
    await table.getByText('4 asked, 67 % approved').waitFor();
    await table.getByText('No mails.').waitFor();
    await expectLooks(visitor, 'policies');

    await page.keyboard.press('/');
    await page.keyboard.type('refunds');
    await page.keyboard.press('Enter');
    await table.getByText('No mails.').waitFor({ state: 'detached' });
    expect(page.url()).toContain('text=refunds');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/policies/${gate}`));
    const figures = await page.getByLabel('While it was enforced').textContent();
    expect(figures).toContain('calls matched4');
    expect(figures).toContain('approvals a day4.0');
    expect(figures).toContain('approved by operators67 %');
    expect(figures).toMatch(/median time to decide\d+ s/);
    await page.getByText(/^1 day with calls/).click();
    await page.getByRole('table', { name: 'Day by day' }).waitFor();
    await expectLooks(visitor, 'policy');
  });

  it('have an editor whose controls line up at 1280, 1920 and 360 pixels', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    const condition = {
      all: [
        { field: 'target.table', operator: 'eq', value: 'customers' },
        { field: 'payload.values.credit', operator: 'gt', value: 100 },
        { field: 'payload.name', operator: 'in', value: ['a', 'b'] },
        { field: 'time.hour', operator: 'lt', value: 8, timeZone: 'Europe/Vienna' },
        { window: { count: true }, per: 'agent', seconds: 3_600, operator: 'gt', value: 10 },
        { window: { sum: 'payload.amount' }, per: 'payload.charge', seconds: 60, operator: 'gte', value: 5 },
      ],
    };
    const id = await made(organization, { apiNamePattern: 'postgres.*', condition, action: 'REQUIRE_APPROVAL' });
    await visitor.signInAs(organization.operator);
    await visitor.open(`/policies/${id}?edit=yes`);
    const form = page.getByRole('form', { name: 'The policy' }).locator(':scope > div').first();
    await form.getByRole('group', { name: 'Limit over time 6' }).waitFor();
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await screenshot(visitor, `policy-aligned-${width}`);
      expect([width, await misaligned(form), await overflows(page)]).toEqual([width, [], false]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await form.getByLabel('Operator 2').evaluate((element) => element.style.setProperty('margin-top', '6px'));
    expect(await misaligned(form)).not.toEqual([]);
  });

  it('are never called by a piece of their id', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    const id = await made(organization, { apiNamePattern: 'stripe.refunds.*', action: 'REQUIRE_APPROVAL' });
    const session = await newSession(agent);
    const { body } = await agent.post(`/sessions/${session}/actions`, refund(5));
    const entries: { action: string; sequence: number }[] = (await operator.get('/audit-logs')).body.data;
    const entry = entries.find(({ action }) => action === 'policy.created');
    await visitor.signInAs(operator);
    for (const path of [
      '/policies',
      `/policies/${id}`,
      `/approvals/${body.data.approval.id}`,
      `/sessions/${session}?action=${body.data.id}`,
      `/audit?entry=${entry?.sequence}`,
    ]) {
      await visitor.open(path);
      const content = page.locator('#content');
      await content
        .getByText(/stripe\.refunds\.\*/)
        .first()
        .waitFor();
      const shown = (await content.innerText()).replaceAll(id, '');
      expect([path, shown.includes(id.slice(-8)), /polic(y|ies):? #?[0-9a-f]{8}\b/i.test(shown)]).toEqual([
        path,
        false,
        false,
      ]);
    }
  });

  it('are reached from the approval, edited, switched off and deleted', async () => {
    const organization = await newOrganization();
    const { operator, agent } = organization;
    const { page } = visitor;
    const condition = {
      all: [
        { field: 'amount', operator: 'gt', value: 1 },
        { field: 'charge', operator: 'eq', value: 'ch_1' },
      ],
    };
    const id = await made(organization, { apiNamePattern: 'stripe.refunds.*', condition, action: 'REQUIRE_APPROVAL' });
    const { body } = await agent.post(`/sessions/${await newSession(agent)}/actions`, refund(5));
    await visitor.signInAs(operator);
    await visitor.open(`/approvals/${body.data.approval.id}`);
    await page.locator(`a[href$="/policies/${id}"]`).click();
    await page.waitForURL(new RegExp(`/policies/${id}$`));
    await page.getByText('amount is more than 1 and charge is "ch_1"').waitFor();

    await page.keyboard.press('e');
    await page.getByLabel('Value 1').fill('300');
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    expect(await page.getByLabel('Value 1').inputValue()).toBe('1');
    await page.getByLabel('Value 1').fill('400');
    await page.getByLabel('Operators who have to approve').fill('7');
    await page.getByRole('button', { name: 'Save the policy' }).click();
    await page.getByText('must be at most the number of members, which is 1').waitFor();
    await page.getByLabel('Operators who have to approve').fill('1');
    await page.getByText('Block', { exact: true }).click();
    await page.keyboard.press('Control+Enter');
    // The editor shows the same sentence and a switch of the same name; this button comes once the policy is saved.
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.getByText('amount is more than 400 and charge is "ch_1"').waitFor();
    const [edited] = await policiesOf(organization);
    expect(edited).toMatchObject({ id, action: 'BLOCK', condition: { all: [{ value: 400 }, { value: 'ch_1' }] } });

    // The track lies over the input of the switch; both are in its label.
    await page.getByRole('switch', { name: 'On' }).click({ force: true });
    await page.getByText('Off', { exact: true }).waitFor();
    expect((await policiesOf(organization))[0].enabled).toBe(false);
    await page.getByRole('button', { name: 'Delete…' }).click();
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the policy' }).click();
    await page.getByRole('heading', { name: 'No policies yet' }).waitFor();
    expect(await policiesOf(organization)).toEqual([]);
    await visitor.open(`/policies/${id}`);
    await page.getByRole('heading', { name: 'There is no such policy' }).waitFor();
  });

  it('offer the facts of the operations first, then their arguments', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/policies/new');
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('postgres.*');
    await page.getByText('All of these').click();
    const field = page.getByRole('combobox', { name: 'Field 1' });
    await field.click();
    await page.getByRole('option', { name: 'target.table' }).waitFor();
    const list = await field.getAttribute('aria-controls');
    const options = await page.locator(`[id="${list}"] [role="option"]`).allTextContents();
    const facts = ['statement.verb', 'target.table', 'captureFailed', 'reversibility'];
    expect(options.slice(0, 6)).toEqual([...facts, 'payload.columns', 'payload.columns.*']);
    await screenshot(visitor, 'policy-facts');
    await field.fill('target.table');
    expect(await page.getByLabel('Operator 1').inputValue()).toBe('eq');
    await page.getByLabel('Value 1').fill('customers');
    await expectLooks(visitor, 'policy-with-fact');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'postgres.*' }).waitFor();
    const [policy] = await policiesOf(organization);
    expect(policy.condition).toEqual({ field: 'target.table', operator: 'eq', value: 'customers' });
  });

  it('are written as limits over time, with the sentence in plain words and the JSON beside it', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/policies/new');
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('stripe.refunds.*');
    await page.getByText('All of these').click();
    await page.getByRole('button', { name: 'Remove comparison 1' }).click();
    await page.getByRole('button', { name: 'Add a limit over time' }).click();
    const limit = page.getByRole('group', { name: 'Limit over time 1' });
    await limit.getByLabel('Measure').selectOption('Sum of an argument');
    await limit.getByRole('combobox', { name: 'Argument' }).fill('amount');
    await limit.getByLabel('Amount').fill('1000');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('Enter an argument, such as payload.amount.').waitFor();
    await limit.getByRole('combobox', { name: 'Argument' }).fill('payload.amount');
    const inWords = page.getByRole('region', { name: 'In words' });
    const agents = 'the sum of payload.amount of this agent in 24 hours exceeds 1,000.';
    await inWords.getByText(`Asks a person about calls of stripe.refunds.* when ${agents}`).waitFor();

    await limit.getByLabel('Over the calls of').selectOption('The same value of…');
    await limit.getByRole('combobox', { name: 'Same value of' }).fill('payload.charge');
    await limit.getByLabel('Within the last').fill('7');
    await limit.getByLabel('Unit').selectOption('days');
    await limit.getByLabel('Limit', { exact: true }).selectOption('is at least');
    await inWords.getByText('with the same payload.charge in 7 days reaches 1,000.').waitFor();
    await page.getByText('Block', { exact: true }).click();
    await inWords.getByText(/^Blocks calls of stripe/).waitFor();
    const condition = {
      window: { sum: 'payload.amount' },
      per: 'payload.charge',
      seconds: 604_800,
      operator: 'gte',
      value: 1_000,
    };
    const json = await page.getByRole('region', { name: 'The policy as JSON' }).textContent();
    expect(JSON.parse(json ?? '')).toMatchObject({ action: 'BLOCK', condition });
    await expectLooks(visitor, 'policy-window');

    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'stripe.refunds.*' }).waitFor();
    expect((await policiesOf(organization))[0]).toMatchObject({ action: 'BLOCK', condition });
    await page.getByText('with the same payload.charge in 7 days reaches 1,000.').waitFor();
    await page.keyboard.press('e');
    expect(await limit.getByRole('combobox', { name: 'Same value of' }).inputValue()).toBe('payload.charge');
    expect(await limit.getByLabel('Within the last').inputValue()).toBe('7');
  });

  it('are written over members of lists, earlier calls and times of day', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/policies/new?decision=BLOCK');
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('slack.*');
    await page.getByText('All of these').click();
    await page.getByRole('combobox', { name: 'Field 1' }).fill('payload.blocks.*.text');
    await page.getByLabel('Operator 1').selectOption('contains');
    await page.getByLabel('Value 1').fill('secret');
    await page.getByRole('button', { name: 'Add a comparison' }).click();
    await page.getByRole('combobox', { name: 'Field 2' }).fill('session.did');
    expect(await page.getByLabel('Operator 2').inputValue()).toBe('glob');
    await page.getByLabel('Value 2').fill('gmail.messages.*');
    await page.getByRole('button', { name: 'Add a comparison' }).click();
    await page.getByRole('combobox', { name: 'Field 3' }).fill('time.hour');
    await page.getByLabel('Operator 3').selectOption('is less than');
    await page.getByLabel('Value 3').fill('8');
    await page.getByRole('combobox', { name: 'Time zone 3' }).fill('europe/vienna');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('"timeZone" must be a name of the IANA database').waitFor();
    await page.getByRole('combobox', { name: 'Time zone 3' }).fill('Europe/Vienna');
    const said = [
      'any payload.blocks.*.text contains "secret"',
      'the session already called "gmail.messages.*"',
      'the hour (Europe/Vienna) is less than 8',
    ];
    await page.getByText(`Blocks calls of slack.* when ${said.join(' and ')}.`).waitFor();
    await page.getByText('Allow', { exact: true }).click();
    await page.getByText('when every payload.blocks.*.text contains').waitFor();
    await page.getByText('Block', { exact: true }).click();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'slack.*' }).waitFor();
    expect((await policiesOf(organization))[0].condition).toEqual({
      all: [
        { field: 'payload.blocks.*.text', operator: 'contains', value: 'secret' },
        { field: 'session.did', operator: 'glob', value: 'gmail.messages.*' },
        { field: 'time.hour', operator: 'lt', value: 8, timeZone: 'Europe/Vienna' },
      ],
    });
  });

  it('hold a call until its time is over, unless an operator stops it', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/policies/new?pattern=slack.*');
    const hold = page.getByRole('switch', { name: 'Run the call then, unless an operator stops it' });
    // The bar of buttons lies over the lower end of the page.
    await hold.press('Space');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('After how many seconds does the call run?').waitFor();
    const seconds = page.getByLabel('Seconds to wait for a decision');
    await seconds.fill('5');
    await page.getByText('Enter a whole number from 10 to 2678400.').waitFor();
    await seconds.fill('120');
    await page.getByText('The call runs after 2 minutes, unless an operator stops it.').waitFor();
    await page.getByRole('switch', { name: 'Ask again if the resource has changed' }).press('Space');
    await page.getByText('Asks again if the resource has changed since the approval.').waitFor();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'slack.*' }).waitFor();
    const [policy] = await policiesOf(organization);
    expect(policy).toMatchObject({ expiresAfterSeconds: 120, onExpiry: 'approve', onChange: 'ask' });
    await page.keyboard.press('e');
    expect(await hold.isChecked()).toBe(true);
    expect(await seconds.inputValue()).toBe('120');
  });

  it('have a default for calls that no policy matches, chosen below the list', async () => {
    const organization = await newOrganization();
    const { agent, operator } = organization;
    const { page } = visitor;
    const session = await newSession(agent);
    await visitor.signInAs(operator);
    await visitor.open('/policies');
    const section = page.getByRole('region', { name: 'Default' });
    await section.getByText('A call that no policy matches runs at once.').waitFor();
    await section.getByText('Block', { exact: true }).click();
    await section.getByText('A call that no policy matches is blocked').waitFor();
    expect((await operator.get('/settings/policies')).body.data).toMatchObject({ unmatched: 'BLOCK' });
    expect((await agent.post(`/sessions/${session}/actions`, refund(5))).status).toBe(403);
    await section.getByText('Require approval', { exact: true }).click();
    await section.getByText('A call that no policy matches waits for an operator.').waitFor();
    await expectLooks(visitor, 'policies-default');
    const { body } = await agent.post(`/sessions/${session}/actions`, refund(5));
    expect(body.data.status).toBe('PENDING_APPROVAL');
  });

  it('keep groups within groups as JSON, and warn of a name that looks like another one', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    const amount = { field: 'amount', operator: 'gt', value: 1 };
    const condition = { all: [amount, { any: [amount, { ...amount, value: 2 }] }] };
    const id = await made(organization, { apiNamePattern: 'stripe.*', condition, action: 'BLOCK' });
    await visitor.signInAs(organization.operator);
    await visitor.open(`/policies/${id}?edit=yes`);
    const json = page.getByLabel('The condition as JSON');
    expect(JSON.parse(await json.inputValue())).toEqual(condition);
    await json.fill('{ "all": [');
    await page.getByText(/JSON/).nth(2).waitFor();
    await json.fill(JSON.stringify({ all: [{ field: '__proto__', operator: 'eq', value: 1 }] }));
    await page.getByRole('button', { name: 'Save the policy' }).click();
    await page.getByText(/may not contain the segment/).waitFor();
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('Stripe.customers.create');
    await json.fill(JSON.stringify(amount));
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'stripe.customers.create' }).click();
    expect(await page.getByRole('combobox', { name: 'Operation pattern' }).inputValue()).toBe(
      'stripe.customers.create',
    );
  });

  it('show hostile texts as text', async () => {
    const organization = await newOrganization();
    const { operator } = organization;
    const { page } = visitor;
    const condition = {
      field: `payload.${'x'.repeat(200)}`,
      operator: 'eq',
      value: `${HOSTILE} ${'long '.repeat(2_000)}`,
    };
    const reason = `${HOSTILE} ${'word '.repeat(180)}`;
    const id = await made(organization, {
      apiNamePattern: `a.${'b'.repeat(200)}.*`,
      condition,
      reason,
      action: 'BLOCK',
    });
    await visitor.signInAs(operator);
    await visitor.open('/policies');
    const table = page.getByRole('table', { name: 'Policies' });
    await table.waitFor();
    expect(await table.textContent()).toContain('<img src=x onerror=alert(1)> ⟦U+202E⟧gnp.exe');
    await expectLooks(visitor, 'policies-hostile');
    await visitor.open(`/policies/${id}`);
    await page.getByText('The condition as JSON').click();
    await expectLooks(visitor, 'policy-hostile');
    expect(await page.locator('#content img').count()).toBe(0);
  });

  it('show hostile arguments of past calls as text', async () => {
    const { operator, agent } = await newOrganization();
    const { page } = visitor;
    const session = await newSession(agent);
    await agent.post(
      `/sessions/${session}/actions`,
      refund(1, { apiName: 'other.files.send', payload: { note: HOSTILE }, status: 'SUCCESS', response: {} }),
    );
    await visitor.signInAs(operator);
    await visitor.open('/policies/new?pattern=other.*');
    await page.getByRole('button', { name: 'Try it' }).click();
    const samples = page.getByRole('table', { name: 'Samples' });
    await samples.waitFor();
    const shown = await samples.textContent();
    expect(shown).toContain('<img src=x');
    expect(shown).toContain('⟦U+200D⟧');
    expect(await page.locator('#content img').count()).toBe(0);
  });

  it('say what they take on a plan that is too low', async () => {
    const free = await startService({ DEFAULT_PLAN: 'PRO' });
    const guest = await arrive(free);
    const { operator } = await newOrganization(free);
    await guest.signInAs(new Caller(free, operator.credential));
    await guest.open('/policies');
    await guest.page.getByRole('heading', { name: 'Policies require TEAM' }).waitFor();
    expect(await barriersOn(guest.page)).toEqual([]);
    await guest.leave();
    await free.stop();
  });
});
