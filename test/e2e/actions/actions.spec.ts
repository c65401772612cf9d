import type { ActionStatus } from '../../../src/actions/rules/action.js';
import { newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, expectConsistent, logged, rows, setPlan, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { underRules } from '../../support/under-rules.js';

let team: Organization;
let free: Organization;

beforeAll(async () => {
  [team, free] = await Promise.all([underRules(), underRules()]);
  await setPlan(free.id, 'FREE');
});
afterAll(() => rows.end());

describe('the outcome table of a logged call', () => {
  type Expected = [
    answer: number,
    error: string | null,
    kept: ActionStatus | null,
    violation: string | null,
    gate: boolean,
  ];
  const asking: Record<string, Record<string, Expected>> = {
    'allow.call': {
      TEAM: [201, null, 'CLEARED', null, false],
      FREE: [201, null, 'CLEARED', null, false],
    },
    'gate.call': {
      TEAM: [201, null, 'PENDING_APPROVAL', null, true],
      FREE: [403, 'plan-required', null, null, false],
    },
    'block.call': {
      TEAM: [403, 'policy-blocked', 'BLOCKED', null, false],
      FREE: [403, 'policy-blocked', 'BLOCKED', null, false],
    },
  };
  const reporting = (outcome: ActionStatus): typeof asking => ({
    'allow.call': { TEAM: [201, null, outcome, null, false], FREE: [201, null, outcome, null, false] },
    'gate.call': {
      TEAM: [201, null, outcome, 'unapproved', true],
      FREE: [403, 'plan-required', outcome, 'unapproved', false],
    },
    'block.call': {
      TEAM: [403, 'policy-blocked', outcome, 'blocked', false],
      FREE: [403, 'policy-blocked', outcome, 'blocked', false],
    },
  });
  const table: Record<string, typeof asking> = {
    '': asking,
    CLEARED: asking,
    PENDING_APPROVAL: { ...asking, 'allow.call': asking['gate.call'] ?? {} },
    SUCCESS: reporting('SUCCESS'),
    FAILED: reporting('FAILED'),
  };
  const cases = Object.entries(table).flatMap(([status, byName]) =>
    Object.entries(byName).flatMap(([apiName, byPlan]) =>
      Object.entries(byPlan).map(([plan, expected]) => ({ status, apiName, plan, expected })),
    ),
  );

  it('has thirty cells', () => expect(cases).toHaveLength(30));

  it.each(cases)('logged with "$status", $apiName, $plan', async ({ status, apiName, plan, expected }) => {
    const { agent } = plan === 'FREE' ? free : team;
    const [answer, error, kept, violation, gate] = expected;
    const session = await newSession(agent);
    const body = call({ apiName, ...(status && { status }) });
    const response = await agent.post(`/sessions/${session}/actions`, body);
    expect([response.status, errorOf(response)]).toEqual([answer, error]);
    const { actions, counters } = (await agent.get(`/sessions/${session}`)).body.data;
    expect(actions).toHaveLength(kept === null ? 0 : 1);
    if (kept !== null) {
      expect(actions[0]).toMatchObject({ status: kept, violation, sequence: 1 });
      expect(actions[0].approval !== null).toBe(gate);
      // Reads alone have the sentence.
      const { summary, ...recorded } = actions[0];
      expect(summary).toBe(`${apiName}: id=7`);
      expect(answer === 201 ? response.body.data : response.body.error.actionId).toEqual(
        answer === 201 ? recorded : recorded.id,
      );
    } else {
      expect(response.body.error).not.toHaveProperty('actionId');
    }
    expect(Object.values(counters as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(
      kept === null ? 0 : 1,
    );
    await expectConsistent(session);
  });

  it('tells the agent the reason of the policy that blocked it', async () => {
    const session = await newSession(team.agent);
    const { body } = await team.agent.post(`/sessions/${session}/actions`, call({ apiName: 'block.call' }));
    expect(body).toEqual({
      data: null,
      error: {
        type: expect.stringMatching(/\/policy-blocked$/),
        title: 'Policy blocked',
        status: 403,
        detail: 'BLOCK by rule',
        requestId: expect.any(String),
        policyIds: [expect.any(String)],
        actionId: expect.any(String),
        code: 'policy',
      },
      timestamp: expect.stringMatching(/Z$/),
    });
  });
});

describe('an action', () => {
  it('is answered with all its members', async () => {
    const session = await newSession(team.agent);
    const { body } = await team.agent.post(
      `/sessions/${session}/actions`,
      call({ payload: { id: 7, tags: ['a', null] } }),
    );
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        sessionId: session,
        sequence: 1,
        effectSequence: null,
        apiName: 'crm.customer.update',
        toolCallId: null,
        traceparent: null,
        performance: null,
        redacted: [],
        operationType: 'UPDATE',
        payload: { id: 7, tags: ['a', null] },
        originalPayload: null,
        edited: null,
        refusal: null,
        response: null,
        status: 'CLEARED',
        precaptureId: null,
        snapshot: null,
        formerSnapshot: null,
        approval: null,
        policy: { decision: 'ALLOW', policyIds: [] },
        violation: null,
        settledAs: null,
        settledBy: null,
        settledAt: null,
        erasedAt: null,
        erasedBy: null,
        begunAt: null,
        simulated: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: body.data.createdAt,
      },
      error: null,
      timestamp: expect.any(String),
    });
  });

  it('keeps any JSON as its response', async () => {
    const session = await newSession(team.agent);
    const responses = [0, '', false, [], { a: [1] }, 'text', [null]];
    for (const response of responses) {
      const { body } = await team.agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS', response }));
      expect(body.data.response).toEqual(response);
      const id = await logged(team.agent, session);
      const confirmed = await team.agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS', response });
      expect(confirmed.body.data.response).toEqual(response);
    }
    const { actions } = (await team.agent.get(`/sessions/${session}`)).body.data;
    expect(actions.map((action: { response: unknown }) => action.response)).toEqual(
      responses.flatMap((response) => [response, response]),
    );
  });

  it.each([
    ['apiName', { apiName: 'nodots' }],
    ['apiName', { apiName: undefined }],
    ['operationType', { operationType: 'create' }],
    ['payload', { payload: [1] }],
    ['payload', { payload: undefined }],
    ['status', { status: 'ROLLED_BACK' }],
    ['status', { status: 'BLOCKED' }],
    ['precaptureId', { precaptureId: 'x' }],
    ['timeoutMs', { timeoutMs: 4_999 }],
    ['extra', { extra: 1 }],
  ])('with a wrong %s returns 400 and names the member: %j', async (field, wrong) => {
    const session = await newSession(team.agent);
    const answer = await team.agent.post(`/sessions/${session}/actions`, call(wrong));
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    expect(answer.body.error.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('of a known operation gets its type from the registry, not from the caller', async () => {
    await team.operator.post('/policies', {
      apiNamePattern: 'postgres.rows.delete',
      condition: { field: 'operationType', operator: 'eq', value: 'DELETE' },
      action: 'BLOCK',
    });
    const session = await newSession(team.agent);
    const answer = await team.agent.post(
      `/sessions/${session}/actions`,
      call({ apiName: 'postgres.rows.delete', operationType: 'READ' }),
    );
    expect(errorOf(answer)).toBe('policy-blocked');
  });
});

describe('a paused agent', () => {
  it('gets a refusal when it asks, and a call that it ran nevertheless is recorded as paused', async () => {
    const { operator, agent } = await newOrganization();
    const session = await newSession(agent);
    const cleared = await logged(agent, session);
    const [{ id }] = (await operator.get('/agents')).body.data;
    await operator.put(`/agents/${id}`, { status: 'PAUSED' });
    const asked = await agent.at(serviceB).post(`/sessions/${session}/actions`, call());
    expect([asked.status, errorOf(asked)]).toEqual([403, 'agent-paused']);
    const reported = await agent.at(serviceB).post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }));
    expect([reported.status, reported.body.data.violation]).toEqual([201, 'paused']);
    const confirmed = await agent.patch(`/sessions/${session}/actions/${cleared}`, { status: 'SUCCESS' });
    expect([confirmed.status, confirmed.body.data.violation]).toEqual([200, 'paused']);
    await operator.put(`/agents/${id}`, { status: 'ACTIVE' });
    const resumed = await eventually(
      () => agent.at(serviceB).post(`/sessions/${session}/actions`, call()),
      (answer) => answer.status === 201,
    );
    expect(resumed.status).toBe(201);
    await expectConsistent(session);
  });
});

describe('sequence numbers', () => {
  it('count effects in the order they were confirmed', async () => {
    const session = await newSession(team.agent);
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) ids.push(await logged(team.agent, session));
    const confirm = (index: number, status: string) =>
      team.agent.patch(`/sessions/${session}/actions/${ids[index]}`, { status });
    await confirm(2, 'SUCCESS');
    await confirm(3, 'FAILED');
    await confirm(0, 'SUCCESS');
    await logged(team.agent, session, { status: 'SUCCESS' });
    await confirm(1, 'SUCCESS');
    const { actions } = (await team.agent.get(`/sessions/${session}`)).body.data;
    expect(actions.map((action: Record<string, unknown>) => [action.sequence, action.effectSequence])).toEqual([
      [1, 2],
      [2, 4],
      [3, 1],
      [4, null],
      [5, 3],
    ]);
  });

  it('have no gap and no double after a hundred concurrent calls of every kind over two processes', async () => {
    const session = await newSession(team.agent);
    const kinds = [
      {},
      { status: 'SUCCESS' },
      { status: 'PENDING_APPROVAL' },
      { apiName: 'block.call' },
      { status: 'FAILED' },
    ];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        team.agent.at(index % 2 ? serviceA : serviceB).post(`/sessions/${session}/actions`, call(kinds[index % 5])),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 80, 403: 20 });
    const { actions, counters } = (await team.agent.get(`/sessions/${session}`)).body.data;
    expect(actions.map((action: { sequence: number }) => action.sequence)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(counters).toEqual({
      success: 20,
      failed: 20,
      pendingApproval: 20,
      cleared: 20,
      rolledBack: 0,
      unknown: 0,
      rollbackFailed: 0,
      blocked: 20,
    });
    const effects = actions.flatMap((action: { effectSequence: number | null }) => action.effectSequence ?? []);
    expect(effects.sort((a: number, b: number) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await expectConsistent(session);
  });
});
