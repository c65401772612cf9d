import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { call, errorOf, expectConsistent, logged, rows } from '../../support/ledger.js';
import { underRules } from '../../support/under-rules.js';

afterAll(() => rows.end());

describe('a simulated session', () => {
  it('is governed like any other, is marked in every action and counts nothing', async () => {
    const { operator, testAgent } = await underRules();
    const session = await newSession(testAgent);
    const cleared = await testAgent.post(`/sessions/${session}/actions`, call());
    expect(cleared.body.data).toMatchObject({ status: 'CLEARED', simulated: true });
    const blocked = await testAgent.post(`/sessions/${session}/actions`, call({ apiName: 'block.call' }));
    expect(errorOf(blocked)).toBe('policy-blocked');
    const waiting = await testAgent.post(`/sessions/${session}/actions`, call({ apiName: 'gate.call' }));
    expect(waiting.body.data.status).toBe('PENDING_APPROVAL');
    expect((await operator.post(`/approvals/${waiting.body.data.approval.id}/approve`)).status).toBe(200);
    const done = await testAgent.patch(`/sessions/${session}/actions/${cleared.body.data.id}`, { status: 'SUCCESS' });
    expect(done.body.data).toMatchObject({ status: 'SUCCESS', simulated: true });
    const { rows: usage } = await rows.query(
      `SELECT coalesce(sum(u.actions), 0)::int AS actions FROM usage_months u JOIN sessions s ON s.organization_id = u.organization_id
       WHERE s.id = $1`,
      [session],
    );
    expect(usage).toEqual([{ actions: 0 }]);
    await expectConsistent(session);
  });

  it('is seen by test keys and operators only, and a live one by live keys and operators only', async () => {
    const [{ operator, agent, testAgent }, stranger] = await Promise.all([newOrganization(), newOrganization()]);
    const live = await newSession(agent);
    const simulated = await newSession(testAgent);
    const liveAction = await logged(agent, live);
    const simulatedAction = await logged(testAgent, simulated);
    const reach = async (caller: Caller, session: string, action: string) => [
      (await caller.get(`/sessions/${session}`)).status,
      (await caller.post(`/sessions/${session}/actions`, call())).status,
      (await caller.patch(`/sessions/${session}/actions/${action}`, { status: 'CLEARED' })).status,
      (await caller.post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} })).status,
      (await caller.get(`/sessions/${session}/rollback`)).status,
    ];
    const yes = [200, 201, 200, 200, 200];
    const no = [404, 404, 404, 404, 404];
    expect(await reach(agent, live, liveAction)).toEqual(yes);
    expect(await reach(testAgent, live, liveAction)).toEqual(no);
    expect(await reach(agent, simulated, simulatedAction)).toEqual(no);
    expect(await reach(testAgent, simulated, simulatedAction)).toEqual(yes);
    expect(await reach(operator, live, liveAction)).toEqual(yes);
    expect(await reach(operator, simulated, simulatedAction)).toEqual(yes);
    expect(await reach(stranger.operator, live, liveAction)).toEqual(no);
  });
});
