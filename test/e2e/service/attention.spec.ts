import { newOrganization, newSession, serviceA } from '../../support/client.js';
import { gated, rows } from '../../support/ledger.js';
import { USED, withProblems } from '../../support/problems.js';

afterAll(() => rows.end());

describe('GET /attention', () => {
  it('answers nothing to look at for a new organization', async () => {
    const { operator } = await newOrganization(serviceA);
    const { body } = await operator.get('/attention');
    expect(body.data).toEqual({
      approvals: { count: 0, isMore: false, kinds: [] },
      sessions: {
        dirty: { count: 0, isMore: false, newest: [] },
        rollbackFailed: { count: 0, isMore: false },
        drifted: { count: 0, isMore: false, days: 7 },
      },
      connectors: [],
      receivers: [],
      pausedAgents: [],
      usage: { month: expect.stringMatching(/^\d{4}-\d\d$/), actions: 0, limit: 500_000 },
      changes: null,
    });
  });

  it('answers pending approvals by operation, the oldest first, dirty sessions, paused agents and what was changed', async () => {
    const { operator, agent } = await newOrganization(serviceA);
    const session = await newSession(agent, 'clerk');
    const first = await gated(agent, session, { apiName: 'crm.b.do', payload: { id: 1 } });
    await gated(agent, session, { apiName: 'crm.a.do', payload: { id: 2 } });
    await gated(agent, session, { apiName: 'crm.b.do', payload: { id: 3 } });
    await operator.post('/policies', { apiNamePattern: 'mail.*', action: 'BLOCK' });
    const blocked = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {}, status: 'SUCCESS' };
    await agent.post(`/sessions/${session}/actions`, blocked);
    const { data } = (await operator.get('/attention?since=2020-01-01T00:00:00.000Z')).body;
    expect(data.approvals).toMatchObject({ count: 3, isMore: false });
    expect(data.approvals.kinds.map((kind: { apiName: string; count: number }) => [kind.apiName, kind.count])).toEqual(
      expect.arrayContaining([
        ['crm.b.do', 2],
        ['crm.a.do', 1],
      ]),
    );
    expect(data.approvals.kinds[0].oldest).toMatchObject({ id: first.approvalId, summary: 'crm.b.do: id=1' });
    expect(data.sessions.dirty).toMatchObject({ count: 1, newest: [{ sessionId: session }] });
    expect(data.sessions.dirty.newest[0].reasons.map(({ reason }: { reason: string }) => reason)).toContain(
      'violation',
    );
    expect(data.pausedAgents).toEqual([]);
    expect(data.changes.map(({ action }: { action: string }) => action)).toContain('policy.created');
    expect((await operator.get('/attention?since=yesterday')).status).toBe(400);
    const [registered] = (await operator.get('/agents')).body.data;
    await operator.put(`/agents/${registered.id}`, { status: 'PAUSED' });
    const paused = (await operator.get('/attention')).body.data.pausedAgents;
    expect(paused).toEqual([{ agentId: 'clerk', name: expect.any(String) }]);
  });

  it('answers failed rollbacks, drift, a failing credential, a failing receiver and the used quota', async () => {
    const organization = await newOrganization(serviceA);
    const { failed, receiver } = await withProblems(organization);
    const { sessions, connectors, receivers, usage } = (await organization.operator.get('/attention')).body.data;
    const one = { count: 1, isMore: false };
    expect(sessions).toMatchObject({
      dirty: { ...one, newest: [{ sessionId: failed }] },
      rollbackFailed: one,
      drifted: { ...one, days: 7 },
    });
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(connectors).toEqual([{ connector: 'postgres', checkedAt: time, detail: expect.any(String) }]);
    expect(receivers).toEqual([
      { id: receiver, kind: 'email', description: 'On-call', isDisabled: true, failingSince: time },
    ]);
    expect(usage).toMatchObject({ actions: USED, limit: 500_000 });
    const stranger = await newOrganization(serviceA);
    expect((await stranger.operator.get('/attention')).body.data).toMatchObject({ connectors: [], receivers: [] });
  });
});
