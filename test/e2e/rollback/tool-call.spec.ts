import { auditedBy } from '../../support/audit.js';
import { type Caller, newOrganization, newSession, type Organization, serviceB } from '../../support/client.js';
import { creditsOf, newSetting, type Setting, setCreditsByTool } from '../../support/customers.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

afterAll(() => rows.end());

type StepResult = { actionId: string; outcome: string; newerActionId?: string | null };
const idsOf = (told: StepResult[]) => told.map(({ actionId }) => actionId);

describe('The rollback of a tool call of an agent framework', () => {
  let setting: Setting;
  beforeEach(async () => {
    setting = await newSetting();
  });

  const setCredits = (toolCallId: string, credits: Record<number, number>) =>
    setCreditsByTool(setting, toolCallId, credits);
  const path = () => `/sessions/${setting.session.id}/rollback`;
  const idsByTool = async () => {
    const actions = (await setting.session.read()).actions ?? [];
    return (toolCallId: string | null) => actions.filter((one) => one.toolCallId === toolCallId).map(({ id }) => id);
  };
  const credits = async (count: number) => (await creditsOf(setting)).slice(0, count);

  it('undoes all calls inside of it, the last one first, and nothing else; the session goes on', async () => {
    await setCredits('call_a', { 1: 1, 2: 2 });
    await setCredits('call_b', { 3: 3 });
    const of = await idsByTool();
    const planned = (await setting.operator.get(`${path()}?toolCallId=call_a`)).body.data;
    expect([planned.state, idsOf(planned.plan)]).toEqual(['planned', of('call_a').reverse()]);
    const { value: report, entries } = await auditedBy(setting, () =>
      setting.session.rollback({ toolCallId: 'call_a' }),
    );
    expect(report).toMatchObject({ toolCallId: 'call_a', fromActionId: null, displayStatus: 'PARTIALLY_REVERTED' });
    expect(report.results.map(({ actionId, outcome }) => [actionId, outcome])).toEqual(
      of('call_a')
        .reverse()
        .map((id) => [id, 'ROLLED_BACK']),
    );
    expect(await credits(3)).toEqual(['1:10', '2:10', '3:3']);
    expect(entries.find(({ action }) => action === 'rollback.started')?.after).toMatchObject({ toolCallId: 'call_a' });
    await setCredits('call_c', { 4: 4 });
    expect(await credits(4)).toEqual(['1:10', '2:10', '3:3', '4:4']);
    await expectConsistent(setting.session.id);
  });

  it('names a later call of another tool call on the same table, and keeps the value of that one', async () => {
    await setCredits('call_a', { 1: 1, 2: 2 });
    await setCredits('call_b', { 1: 3 });
    const of = await idsByTool();
    const { plan, hash } = (await setting.operator.get(`${path()}?toolCallId=call_a`)).body.data;
    expect(plan.map(({ newerActionId }: StepResult) => newerActionId)).toEqual([of('call_b')[0], of('call_a')[1]]);
    const { body } = await setting.operator.post(path(), { toolCallId: 'call_a', planHash: hash });
    expect(body.data.results.map(({ outcome }: StepResult) => outcome)).toEqual(['ROLLED_BACK', 'CONFLICT']);
    expect(await credits(2)).toEqual(['1:3', '2:10']);
  });

  it('is refused once another call was made after the plan was read', async () => {
    await setCredits('call_a', { 1: 1 });
    const { hash } = (await setting.operator.get(`${path()}?toolCallId=call_a`)).body.data;
    await setCredits('call_a', { 2: 2 });
    expect(errorOf(await setting.operator.post(path(), { toolCallId: 'call_a', planHash: hash }))).toBe('plan-changed');
    expect(await credits(2)).toEqual(['1:1', '2:2']);
  });
});

describe('POST /sessions/:id/rollback { toolCallId }', () => {
  let organization: Organization;
  let session: string;
  beforeEach(async () => {
    organization = await newOrganization();
    session = await newSession(organization.agent);
  });

  const done = (toolCallId: string | undefined, more: object = {}) =>
    logged(organization.agent, session, { status: 'SUCCESS', ...(toolCallId && { toolCallId }), ...more });
  const undo = (toolCallId: unknown, by: Caller = organization.operator, body: object = {}) =>
    by.post(`/sessions/${session}/rollback`, { toolCallId, ...body });
  const plan = (toolCallId: string, by: Caller = organization.operator) =>
    by.get(`/sessions/${session}/rollback?toolCallId=${encodeURIComponent(toolCallId)}`);

  it('rejects pending approvals of that tool call alone', async () => {
    const { agent, operator } = organization;
    await done('call_a');
    const [own, other] = [
      await gated(agent, session, { toolCallId: 'call_a' }),
      await gated(agent, session, { toolCallId: 'call_b' }),
    ];
    expect((await undo('call_a')).status).toBe(200);
    const [rejected, pending] = await Promise.all(
      [own, other].map(async ({ approvalId }) => (await operator.get(`/approvals/${approvalId}`)).body.data),
    );
    expect([rejected.status, rejected.reason, pending.status]).toEqual(['REJECTED', 'rolled-back', 'PENDING']);
    await expectConsistent(session);
  });

  it('is 404 for a tool call of another session or organization, and 400 for no text or two choices', async () => {
    const { agent, operator } = organization;
    const point = await done('call_a');
    await logged(agent, await newSession(agent), { status: 'SUCCESS', toolCallId: 'call_b' });
    const stranger = await newOrganization();
    await logged(stranger.agent, await newSession(stranger.agent), { status: 'SUCCESS', toolCallId: 'call_c' });
    for (const name of ['call_b', 'call_c', 'call_']) {
      expect(errorOf(await undo(name))).toBe('not-found');
      expect(errorOf(await plan(name))).toBe('not-found');
    }
    expect(errorOf(await undo('call_a', stranger.operator))).toBe('not-found');
    for (const name of ['', 'x'.repeat(256), 7, null]) expect(errorOf(await undo(name))).toBe('validation-failed');
    expect(errorOf(await undo('call_a', operator, { fromActionId: point }))).toBe('validation-failed');
    const both = await operator.get(`/sessions/${session}/rollback?toolCallId=call_a&fromActionId=${point}`);
    expect(errorOf(both)).toBe('validation-failed');
    expect((await operator.get(`/sessions/${session}/rollback`)).body.data.state).toBe('planned');
  });

  it('is 409 where nothing of it is left, and forced by operators only', async () => {
    await done('call_a', { operationType: 'READ' });
    await done('call_b');
    expect(errorOf(await undo('call_a'))).toBe('not-rollable');
    expect(errorOf(await undo('call_b', organization.agent, { onConflict: 'force' }))).toBe('operator-required');
  });

  it.each(["'; --", '{a,b}', 'a\n\tb', '⟦‮', '🛠'.repeat(100), '%', ' '])(
    'finds a tool call by the exact id %j',
    async (name) => {
      const [own] = [await done(name), await done('call_a'), await done(undefined)];
      expect(idsOf((await plan(name)).body.data.plan)).toEqual([own]);
      expect(idsOf((await undo(name)).body.data.results)).toEqual([own]);
    },
  );

  it('undoes calls once, whichever of several orders comes first', async () => {
    for (let round = 0; round < 3; round++) {
      session = await newSession(organization.agent);
      const ids = [await done('call_a'), await done('call_a'), await done('call_b')];
      const { operator } = organization;
      const answers = await Promise.all([
        undo('call_a', operator),
        undo('call_a', operator.at(serviceB)),
        operator.at(serviceB).post(`/sessions/${session}/rollback`, { fromActionId: ids[1] }),
        organization.agent.post(`/sessions/${session}/actions`, call({ toolCallId: 'call_a' })),
      ]);
      expect(answers.slice(0, 3).filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const isOver = async () => (await operator.get(`/sessions/${session}/rollback`)).body.data.state === 'finished';
      expect(await eventually(isOver)).toBe(true);
      await expectConsistent(session);
    }
  });
});
