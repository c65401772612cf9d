import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Caller, newOrganization, serviceB } from '../../support/client.js';
import { tablesNaming } from '../../support/everything.js';
import { errorOf, gated, logged, rows } from '../../support/ledger.js';
import { asked, drifting, INTENT } from './support/intent-calls.js';
import { withOrdinaryHistory } from './support/ordinary-history.js';

afterAll(() => rows.end());

async function sessionWith(agent: Caller, calls: readonly object[], agentId = 'agent'): Promise<string> {
  const { body } = await agent.post('/sessions', { agentId, intent: INTENT });
  for (const call of calls) await logged(agent, body.data.id, call);
  return body.data.id;
}
const read = async (operator: Caller, session: string) => (await operator.get(`/sessions/${session}/intent`)).body.data;
const auditOf = async (organizationId: string, action: string) =>
  (
    await rows.query('SELECT target, before, after FROM audit_entries WHERE organization_id = $1 AND action = $2', [
      organizationId,
      action,
    ])
  ).rows;
const percentilePolicy = (action = 'BLOCK') => ({
  apiNamePattern: '*',
  condition: { field: 'driftPercentile', operator: 'gte', value: 97 },
  action,
});

describe('the verdict of a session', () => {
  it('is REVIEW at most before 20 other sessions of the agent were scored, and DRIFTED above the level after it', async () => {
    const { id, agent, operator } = await newOrganization();
    const first = await read(operator, await sessionWith(agent, [asked, drifting]));
    expect(first).toMatchObject({ verdict: 'REVIEW', level: { sessions: 0, driftedFrom: null, percentile: null } });
    await withOrdinaryHistory(id, 'known');
    const later = await read(operator, await sessionWith(agent, [asked, drifting], 'known'));
    expect(later).toMatchObject({
      verdict: 'DRIFTED',
      driftScore: first.driftScore,
      level: { alarmBudget: 3, sessions: 100, percentile: 100, heldBack: false },
    });
    expect(later.level.driftedFrom).toBeLessThan(later.driftScore);
    expect(later.level.history).toEqual([14, 24, 26, 24, 12, 0, 0, 0, 0, 1]);
  });

  it('is not made better by a burst of bad sessions of the same agent in one day', async () => {
    const { id, agent, operator } = await newOrganization();
    await withOrdinaryHistory(id);
    const before = await read(operator, await sessionWith(agent, [asked]));
    const seen = [];
    for (let n = 0; n < 40; n++) seen.push(await read(operator, await sessionWith(agent, [asked, drifting])));
    expect(new Set(seen.map(({ verdict }) => verdict))).toEqual(new Set(['DRIFTED']));
    const last = seen.at(-1);
    expect(last.level).toMatchObject({ sessions: 140, heldBack: true });
    expect(last.level.driftedFrom).toBeLessThan(before.level.driftedFrom + 0.03);
    expect(last.level.percentile).toBeGreaterThanOrEqual(97);
  });

  it('learns from live and simulated sessions apart, and from each agent apart', async () => {
    const { id, agent, testAgent, operator } = await newOrganization();
    await withOrdinaryHistory(id);
    const level = async (session: string) => (await read(operator, session)).level.sessions;
    expect(await level(await sessionWith(testAgent, [asked]))).toBe(0);
    expect(await level(await sessionWith(agent, [asked], 'other'))).toBe(0);
    expect(await level(await sessionWith(agent, [asked]))).toBe(100);
  });
});

describe('PUT /settings/intent', () => {
  it('changes how many alarms the organization wants, at once, and is audited', async () => {
    const [mine, theirs] = await Promise.all([newOrganization(), newOrganization()]);
    await withOrdinaryHistory(mine.id);
    const session = await sessionWith(mine.agent, [asked]);
    const before = await read(mine.operator, session);
    expect((await mine.operator.get('/settings/intent')).body.data).toEqual({ alarmBudget: 3 });
    const changed = await mine.operator.put('/settings/intent', { alarmBudget: 20 });
    expect([changed.status, changed.body.data]).toEqual([200, { alarmBudget: 20 }]);
    expect((await mine.operator.at(serviceB).get('/settings/intent')).body.data).toEqual({ alarmBudget: 20 });
    const after = await read(mine.operator, session);
    expect(after.level.alarmBudget).toBe(20);
    expect(after.level.driftedFrom).toBeLessThan(before.level.driftedFrom);
    expect((await theirs.operator.get('/settings/intent')).body.data).toEqual({ alarmBudget: 3 });
    expect(await auditOf(mine.id, 'intent.settings-changed')).toEqual([
      { target: { type: 'organization', id: mine.id }, before: { alarmBudget: 3 }, after: { alarmBudget: 20 } },
    ]);
  });

  it.each([0, 0.4, 20.5, '3', null])('refuses %j', async (alarmBudget) => {
    const { operator } = await newOrganization();
    const { status } = await operator.put('/settings/intent', { alarmBudget });
    expect(status).toBe(400);
  });
});

describe('POST /sessions/:id/intent/feedback', () => {
  it('counts at once: sessions marked as fine raise the level of the agent, and the marks are audited and listed', async () => {
    const { id, agent, operator } = await newOrganization();
    await withOrdinaryHistory(id);
    const sessions = [];
    for (let n = 0; n < 5; n++) sessions.push(await sessionWith(agent, [asked, drifting]));
    const [session = ''] = sessions;
    for (const one of sessions) await read(operator, one);
    const before = await read(operator, session);
    expect(before.verdict).toBe('DRIFTED');
    const marked = await operator.post(`/sessions/${session}/intent/feedback`, { mark: 'fine', note: 'agreed' });
    expect(marked.status).toBe(201);
    const after = await read(operator, sessions[1] ?? '');
    expect(after.level.driftedFrom).toBeGreaterThan(before.level.driftedFrom + 0.05);
    const mark = {
      ...{ id: expect.any(String), sessionId: session, actionId: null, agentId: 'agent', simulated: false },
      ...{ mark: 'fine', source: 'operator', note: 'agreed', markedBy: expect.any(String) },
      createdAt: expect.any(String),
    };
    expect(marked.body.data).toEqual(mark);
    expect((await read(operator, session)).feedback).toEqual([mark]);
    expect((await operator.get('/sessions/intent/feedback')).body.data).toEqual([mark]);
    expect(await auditOf(id, 'intent.marked')).toEqual([
      {
        target: { type: 'session', id: session },
        before: null,
        after: { id: marked.body.data.id, actionId: null, mark: 'fine' },
      },
    ]);
  });

  it('takes sessions marked as drift out of what is normal for the agent', async () => {
    const { id, agent, operator } = await newOrganization();
    await withOrdinaryHistory(id);
    const bad = await sessionWith(agent, [asked, drifting]);
    await read(operator, bad);
    const good = await sessionWith(agent, [asked]);
    expect((await read(operator, good)).level.sessions).toBe(101);
    const [action] = (await operator.get(`/sessions/${bad}/actions`)).body.data;
    await operator.post(`/sessions/${bad}/intent/feedback`, { actionId: action.id, mark: 'drift' });
    expect((await read(operator, good)).level.sessions).toBe(100);
  });

  it('adds one mark for one Idempotency-Key', async () => {
    const { agent, operator } = await newOrganization();
    const session = await sessionWith(agent, [asked]);
    const send = () => operator.post(`/sessions/${session}/intent/feedback`, { mark: 'fine' }, 'a-key');
    const [first, second] = [await send(), await send()];
    expect(second.body.data).toEqual(first.body.data);
    expect((await operator.get('/sessions/intent/feedback')).body.data).toHaveLength(1);
  });

  it('is for operators of the organization only', async () => {
    const [mine, theirs] = await Promise.all([newOrganization(), newOrganization()]);
    const session = await sessionWith(mine.agent, [asked]);
    const path = `/sessions/${session}/intent/feedback`;
    const byAgent = await mine.agent.post(path, { mark: 'fine' });
    expect([byAgent.status, errorOf(byAgent)]).toEqual([403, 'operator-required']);
    expect((await theirs.operator.post(path, { mark: 'fine' })).status).toBe(404);
    const other = await sessionWith(mine.agent, [asked]);
    const [action] = (await mine.operator.get(`/sessions/${other}/actions`)).body.data;
    expect((await mine.operator.post(path, { mark: 'fine', actionId: action.id })).status).toBe(404);
    expect((await theirs.operator.get('/sessions/intent/feedback')).body.data).toEqual([]);
    expect((await read(mine.operator, session)).feedback).toEqual([]);
  });

  it('is purged with its session, and what was learned of the agent stays without a name of the session', async () => {
    const { id, agent, operator } = await newOrganization();
    const session = await sessionWith(agent, [asked]);
    await operator.post(`/sessions/${session}/intent/feedback`, { mark: 'fine', note: 'kept' });
    expect(await tablesNaming([session])).toContain('intent_marks');
    expect((await operator.delete(`/sessions/${session}/purge`)).status).toBe(200);
    expect((await tablesNaming([session])).filter((name) => name !== 'audit_entries')).toEqual([]);
    const { rows: levels } = await rows.query('SELECT scores FROM intent_levels WHERE organization_id = $1', [id]);
    expect(levels).toEqual([{ scores: [[expect.stringMatching(/^[\w+/]{12}$/), expect.any(Number)]] }]);
  });
});

describe('node scripts/intent-export.mjs', () => {
  it('writes the sessions that operators marked, with their calls and labels, and none that has weak marks only', async () => {
    const { agent, operator } = await newOrganization();
    const [fine, drift, weak] = [
      await sessionWith(agent, [{ ...asked, status: 'SUCCESS', response: { id: 'msg-1' } }]),
      await sessionWith(agent, [asked, drifting]),
      await sessionWith(agent, []),
    ];
    const [, bad] = (await operator.get(`/sessions/${drift}/actions`)).body.data;
    await operator.post(`/sessions/${fine}/intent/feedback`, { mark: 'fine' });
    await operator.post(`/sessions/${drift}/intent/feedback`, { mark: 'drift', actionId: bad.id });
    await operator.post(`/approvals/${(await gated(agent, weak, asked)).approvalId}/reject`, { reason: 'no' });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('../../../scripts/intent-export.mjs', import.meta.url)), '--url', operator.service.url],
      { env: { ...process.env, BACKSTOP_TOKEN: operator.credential ?? '' } },
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const shown = ({ id, label, misalignedCallIndexes, calls }: (typeof lines)[number]) => ({
      ...{ id, label, misalignedCallIndexes, calls: calls.length },
    });
    expect(lines.map(shown)).toEqual([
      { id: drift, label: 'misaligned', misalignedCallIndexes: [1], calls: 2 },
      { id: fine, label: 'aligned', misalignedCallIndexes: [], calls: 1 },
    ]);
    const { apiName, operationType, payload: args } = asked;
    expect(lines[1]).toMatchObject({ source: 'agent', intent: INTENT, group: fine });
    expect(lines[1].calls).toEqual([{ apiName, operationType, args, result: { id: 'msg-1' } }]);
  });
});

describe('weak marks', () => {
  const marksOf = async (operator: Caller) =>
    (await operator.get('/sessions/intent/feedback')).body.data.map(
      ({ source, mark, actionId }: Record<string, unknown>) => [source, mark, actionId],
    );

  it('are added by a rejection and a rollback of an operator, and by none of an agent', async () => {
    const { agent, operator } = await newOrganization();
    const session = await sessionWith(agent, []);
    const { approvalId, actionId } = await gated(agent, session, asked);
    await operator.post(`/approvals/${approvalId}/reject`, { reason: 'no' });
    expect(await marksOf(operator)).toEqual([['rejection', 'drift', actionId]]);
    const own = await sessionWith(agent, [{ ...asked, status: 'SUCCESS' }]);
    expect((await agent.post(`/sessions/${own}/rollback`)).status).toBe(200);
    expect(await marksOf(operator)).toHaveLength(1);
    const theirs = await sessionWith(agent, [{ ...asked, status: 'SUCCESS' }]);
    expect((await operator.post(`/sessions/${theirs}/rollback`)).status).toBe(200);
    expect(await marksOf(operator)).toEqual([
      ['rollback', 'drift', null],
      ['rejection', 'drift', actionId],
    ]);
  });

  it('are added where an operator settles an effect as undone, and not as kept', async () => {
    const { agent, operator } = await newOrganization();
    const session = await sessionWith(agent, []);
    const settled = async (as: string) => {
      const action = await logged(agent, session, { ...asked, status: 'SUCCESS' });
      const { status } = await operator.post(`/sessions/${session}/actions/${action}/settle`, { as, note: 'by hand' });
      expect(status).toBe(200);
      return action;
    };
    await settled('kept');
    const undone = await settled('undone');
    expect(await marksOf(operator)).toEqual([['settlement', 'drift', undone]]);
  });
});

describe('a policy on driftPercentile', () => {
  it('blocks a call that makes the session unusual for its agent, and no ordinary one', async () => {
    const { id, agent, operator } = await newOrganization();
    await withOrdinaryHistory(id);
    expect((await operator.post('/policies', percentilePolicy())).status).toBe(201);
    const session = await sessionWith(agent, [asked]);
    const refused = await agent.post(`/sessions/${session}/actions`, drifting);
    expect([refused.status, errorOf(refused)]).toEqual([403, 'policy-blocked']);
  });

  it('matches nothing before 20 sessions of the agent were scored, unless it says what a missing rank means', async () => {
    const { agent, operator } = await newOrganization();
    await operator.post('/policies', percentilePolicy());
    const session = await sessionWith(agent, [asked]);
    expect((await agent.post(`/sessions/${session}/actions`, drifting)).status).toBe(201);
    const { condition, ...rest } = percentilePolicy();
    await operator.post('/policies', { ...rest, condition: { ...condition, onMissing: 'match' } });
    expect((await agent.post(`/sessions/${session}/actions`, drifting)).status).toBe(403);
  });

  it('is replayed by a simulation with the ranks of today', async () => {
    const { id, agent, operator } = await newOrganization();
    await withOrdinaryHistory(id);
    await sessionWith(agent, [asked, drifting]);
    const { status, body } = await operator.post('/policies/simulate', percentilePolicy());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ evaluated: 2, blocked: { calls: 1 }, allowed: { calls: 1 } });
  });
});
