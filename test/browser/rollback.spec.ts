import { newOrganization, newSession, serviceA } from '../support/client.js';
import { creditsOf, newSetting, type Setting, setCreditsByTool } from '../support/customers.js';
import { holdRollback } from '../support/held-rollback.js';
import { withBrowser } from './support/browser.js';
import { expectLooks } from './support/looks.js';
import type { Visitor } from './support/visitor.js';

const credit = ({ pool }: Setting, id: number, credit: number) =>
  pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [credit, id]);
const byAnother = ({ database }: Setting, id: number, credit: number) =>
  database.pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [credit, id]);

describe('a rollback on the dashboard', () => {
  const { arrive } = withBrowser();
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await arrive();
  });

  it('is planned, done, and then overwrites the one conflict that the operator chose, with keys alone', async () => {
    const setting = await newSetting();
    for (const id of [1, 2, 3]) await credit(setting, id, id + 50);
    await byAnother(setting, 1, 1001);
    await byAnother(setting, 2, 1002);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}`);
    await page.getByRole('button', { name: 'Roll back…' }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Roll back 3 calls' }).waitFor();
    expect(await page.getByRole('list', { name: 'The exact calls' }).first().textContent()).toMatch(/UPDATE/i);
    await expectLooks(visitor, 'rollback-plan');

    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    const conflicts = page.getByRole('table');
    expect(await conflicts.first().textContent()).toMatch(/credit.*10.*52.*1002/);
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:1001', '2:1002', '3:10']));
    await expectLooks(visitor, 'rollback-conflicts');

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Roll back again, and force 1' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Overwritten', { exact: true }).waitFor({ state: 'attached' });
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:10', '2:1002', '3:10']));

    await page.reload();
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    expect(await page.getByRole('list', { name: 'Outcomes' }).textContent()).toMatch(/1 Rolled back.*1 Conflict/);
    await expectLooks(visitor, 'rollback-report');
  });

  it('says of a call without a proof that another client may have made the change, and undoes it when the operator forces it', async () => {
    const setting = await newSetting();
    const actions = `/sessions/${setting.session.id}/actions`;
    const payload = { table: 'customers', match: { id: 1 }, values: { credit: 60 }, rowCount: 1 };
    const call = { apiName: 'postgres.rows.update', payload };
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, call)).body.data;
    await setting.agent.post(actions, { ...call, operationType: 'UPDATE', precaptureId });
    await byAnother(setting, 1, 60);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}/rollback`);
    await page.getByText('another client may have done it').first().waitFor();
    await page.getByRole('button', { name: 'Roll back 1 call' }).click();
    await page.getByRole('heading', { name: 'Without proof 1' }).waitFor();
    expect(await creditsOf(setting)).toContain('1:60');
    await page.getByRole('radio', { name: 'The agent did it: undo it without a proof' }).check();
    await page.getByRole('button', { name: 'Roll back again, and force 1' }).click();
    await page.getByText('Reverted', { exact: true }).waitFor();
    expect(await creditsOf(setting)).toContain('1:10');
  });

  it('is refused when the agent continued after the plan was read, and shows the differences', async () => {
    const setting = await newSetting();
    await credit(setting, 1, 60);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}/rollback`);
    await page.getByRole('button', { name: 'Roll back 1 call' }).waitFor();
    await credit(setting, 2, 70);
    await page.getByRole('button', { name: 'Roll back 1 call' }).click();
    const notice = page.getByRole('alert');
    await notice.getByText('The plan changed while you read it; nothing was started').waitFor();
    expect(await notice.getByRole('list', { name: 'What differs' }).textContent()).toMatch(
      /^Update customers where .*id=2.*credit.*70.* postgres\.rows\.update is new$/,
    );
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:60', '2:70']));
    await expectLooks(visitor, 'rollback-changed');
    await page.getByRole('button', { name: 'Roll back 2 calls' }).click();
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:10', '2:10']));
    await page.getByText('Reverted', { exact: true }).waitFor();
  });

  it('shows its progress, and continues when the tab is closed', async () => {
    const organization = await newOrganization();
    const held = await holdRollback(organization);
    await visitor.signInAs(organization.operator);
    await visitor.open(`/sessions/${held.session}/rollback`);
    await visitor.page.getByRole('heading', { name: 'Rollback: in progress' }).waitFor();
    await visitor.page.getByText('0 of 1').waitFor();
    await expectLooks(visitor, 'rollback-progress');
    await visitor.page.close();
    await held.finish();
    const page = await visitor.context.newPage();
    await page.goto(`${serviceA.url}/dashboard/sessions/${held.session}/rollback`);
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
  });

  it('undoes one action with U, and leaves the others', async () => {
    const setting = await newSetting();
    await credit(setting, 1, 60);
    await credit(setting, 2, 70);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}`);
    await page
      .getByRole('button', { name: /postgres\.rows\.update/ })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Undo this action' }).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Undo of one action: plan' }).waitFor();
    await page.getByRole('button', { name: 'Undo this action' }).click();
    await page.getByRole('heading', { name: 'Undo of one action: report' }).waitFor();
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:10', '2:70']));
    expect(await page.getByRole('button', { name: 'Undo this action' }).count()).toBe(0);
    await expectLooks(visitor, 'rollback-one');
  });

  it('undoes everything from one action on after it showed the plan, and the session stays open', async () => {
    const setting = await newSetting();
    for (const id of [1, 2, 3]) await credit(setting, id, id + 50);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}`);
    await page
      .getByRole('button', { name: /postgres\.rows\.update/ })
      .nth(1)
      .click();
    await page.getByRole('button', { name: 'Undo from here…' }).waitFor();
    await expectLooks(visitor, 'action-undo-from-here');
    await page.getByRole('button', { name: 'Undo from here…' }).click();
    await page.getByRole('heading', { name: 'Undo from one action on: plan' }).waitFor();
    expect(await page.getByRole('list', { name: 'The exact calls' }).count()).toBe(2);
    await expectLooks(visitor, 'undo-from-here-plan');
    await page.getByRole('button', { name: 'Undo 2 calls from here on' }).click();
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:51', '2:10', '3:10']));
    expect((await setting.session.read()).status).toBe('ACTIVE');
    expect(await page.getByRole('button', { name: 'Roll back what is left' }).count()).toBe(0);
  });

  it('undoes the calls of one tool call after it showed the plan, and leaves the others', async () => {
    const setting = await newSetting();
    await setCreditsByTool(setting, 'call_a', { 1: 51, 2: 52 });
    await setCreditsByTool(setting, 'call_b', { 3: 53 });
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}`);
    await page
      .getByRole('button', { name: /postgres\.rows\.update/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Undo all its calls…' }).waitFor();
    await expectLooks(visitor, 'action-of-tool-call');
    await page.getByRole('link', { name: 'Undo all its calls…' }).click();
    await page.getByRole('heading', { name: 'Undo of one tool call: plan' }).waitFor();
    expect(await page.getByRole('list', { name: 'The exact calls' }).count()).toBe(2);
    await expectLooks(visitor, 'undo-tool-call-plan');
    await page.getByRole('button', { name: 'Undo 2 calls of this tool call' }).click();
    await page.getByRole('heading', { name: 'Rollback: report' }).waitFor();
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:10', '2:10', '3:53']));
    expect((await setting.session.read()).status).toBe('ACTIVE');
    expect(await page.getByRole('button', { name: 'Roll back what is left' }).count()).toBe(0);
  });

  it('takes a rollback back after it showed the calls to reapply, and lists the changes of another client', async () => {
    const setting = await newSetting();
    for (const id of [1, 2]) await credit(setting, id, id + 50);
    await setting.operator.post(`/sessions/${setting.session.id}/rollback`);
    await byAnother(setting, 1, 1001);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}`);
    await page.getByRole('button', { name: 'Undo this rollback…' }).click();
    await page.getByRole('heading', { name: 'Undo of a rollback: plan' }).waitFor();
    expect(await page.getByRole('list', { name: 'The exact calls' }).first().textContent()).toMatch(/credit = '51'/);
    await expectLooks(visitor, 'revert-plan');
    await page.getByRole('button', { name: 'Reapply 2 calls' }).click();
    await page.getByRole('heading', { name: 'Undo of a rollback: report' }).waitFor();
    expect(await page.getByRole('list', { name: 'Outcomes' }).textContent()).toMatch(/1 Conflict.*1 Reapplied/);
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:1001', '2:52']));
    await expectLooks(visitor, 'revert-report');
    await page.getByRole('radio', { name: 'Overwrite it with what the rollback had replaced' }).check();
    await page.getByRole('button', { name: 'Reapply, and force 1' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(await creditsOf(setting)).toEqual(expect.arrayContaining(['1:51', '2:52']));
  });

  it("subtracts the amount that a call added from another client's number, when the operator chooses that", async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = credit + 5 WHERE id = 1');
    await setting.database.pool.query('UPDATE customers SET credit = credit + 7 WHERE id = 1');
    await setting.operator.post(`/sessions/${setting.session.id}/rollback`);
    const { page } = visitor;
    await visitor.signInAs(setting.operator);
    await visitor.open(`/sessions/${setting.session.id}/rollback`);
    await page.getByRole('radio', { name: 'Subtract what the call added: 5 from credit' }).check();
    await page.getByRole('button', { name: 'Roll back again, and subtract for 1' }).click();
    await page.getByText('Reverted', { exact: true }).waitFor();
    expect(await creditsOf(setting)).toContain('1:17');
  });

  it('of a simulated session counts simulated calls', async () => {
    const { operator, testAgent } = await newOrganization();
    const session = await newSession(testAgent);
    const call = { apiName: 'stripe.refunds.create', operationType: 'CREATE', status: 'SUCCESS' };
    for (const charge of ['ch_1', 'ch_2'])
      await testAgent.post(`/sessions/${session}/actions`, { ...call, payload: { charge } });
    await operator.post(`/sessions/${session}/rollback`);
    await visitor.signInAs(operator);
    await visitor.open(`/sessions/${session}/rollback`);
    const outcomes = visitor.page.getByRole('list', { name: 'Outcomes' });
    await outcomes.waitFor();
    expect(await outcomes.textContent()).toMatch(/^2 *Simulated$/);
    await visitor.page.getByRole('heading', { name: /Simulated: no provider was called/ }).waitFor();
  });
});
