import { newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const done = (more: object = {}) => logged(organization.agent, session, { status: 'SUCCESS', ...more });
const rollBack = (body?: object, caller = organization.agent) => caller.post(`/sessions/${session}/rollback`, body);
const show = async (caller = organization.agent) => (await caller.get(`/sessions/${session}/rollback`)).body.data;
const actions = async () => (await organization.agent.get(`/sessions/${session}`)).body.data.actions;
const UNSETTLED = { settledAs: null, settledBy: null, settledAt: null };
const NO_COUNTS = {
  success: 0,
  failed: 0,
  pendingApproval: 0,
  cleared: 0,
  unknown: 0,
  rolledBack: 0,
  rollbackFailed: 0,
  blocked: 0,
};

describe('GET /sessions/:id/rollback', () => {
  it('shows the plan before it starts: unconfirmed effects first, then the last effect first, without reads', async () => {
    const first = await logged(organization.agent, session);
    const second = await done();
    const read = await done({ operationType: 'READ' });
    const third = await done({ apiName: 'postgres.query', operationType: 'EXECUTE', payload: { sql: 'SELECT 1' } });
    await organization.agent.patch(`/sessions/${session}/actions/${first}`, { status: 'SUCCESS' });
    const open = await logged(organization.agent, session);
    const unknown = {
      apiName: 'crm.customer.update',
      summary: 'crm.customer.update: id=7',
      until: null,
      newerActionId: null,
      class: 'impossible',
      calls: [],
      remains: ['Whatever the call did.'],
      reason: 'No connector knows "crm.customer.update".',
      warning: null,
    };
    expect(await show(organization.operator)).toEqual({
      sessionId: session,
      displayStatus: 'ACTIVE',
      counters: { ...NO_COUNTS, success: 4, cleared: 1 },
      state: 'planned',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      plan: [
        { actionId: open, status: 'CLEARED', ...unknown },
        { actionId: first, status: 'SUCCESS', ...unknown },
        {
          actionId: third,
          apiName: 'postgres.query',
          summary: 'SQL: "SELECT 1"',
          status: 'SUCCESS',
          until: null,
          newerActionId: null,
          class: 'impossible',
          calls: [],
          remains: expect.any(Array),
          reason: expect.any(String),
          warning: null,
        },
        { actionId: second, status: 'SUCCESS', ...unknown },
      ],
      unverifiedReads: [{ actionId: read, apiName: 'crm.customer.update' }],
    });
    const { plan } = await show();
    expect(plan).toHaveLength(4);
    for (const step of plan) expect(step).toMatchObject({ calls: [], remains: [], reason: 'not-undoable' });
  });

  it('shows the report afterwards, to agents without the captured values and without words', async () => {
    await done();
    const report = (await rollBack()).body.data;
    expect(await show()).toEqual(report);
    expect(report.results[0]).not.toHaveProperty('items');
    const { results } = await show(organization.operator);
    const detail = 'No connector knows "crm.customer.update".';
    expect(results[0]).toEqual({ ...report.results[0], settledNote: null, detail, items: [] });
  });
});

describe('a READ of a name that no connector knows', () => {
  it('is listed as unverified before and after a rollback where it may have run, and does not make the session dirty', async () => {
    const { agent, operator } = organization;
    const read = { operationType: 'READ', apiName: 'crm.customer.list' };
    await operator.post('/policies', { apiNamePattern: 'blocked.*', action: 'BLOCK' });
    const other = await newSession(agent);
    await logged(agent, other, { ...read, status: 'SUCCESS' });
    const [reported, cleared] = [await done(read), await logged(agent, session, read)];
    expect((await operator.get(`/sessions/${session}/dirty`)).body.data.dirty).toBe(false);
    await logged(agent, session, { ...read, apiName: 'blocked.customer.list' });
    await gated(agent, session, read);
    const listed = [reported, cleared].map((actionId) => ({ actionId, apiName: 'crm.customer.list' }));
    expect((await show()).unverifiedReads).toEqual(listed);
    await done();
    expect((await rollBack()).body.data.unverifiedReads).toEqual(listed);
    expect((await show(operator)).unverifiedReads).toEqual(listed);
  });
});

describe('POST /sessions/:id/rollback', () => {
  it('returns the whole report', async () => {
    const first = await done();
    const second = await done({ apiName: 'unknown.service' });
    const { status, body } = await rollBack();
    expect([status, body.data]).toEqual([
      200,
      {
        sessionId: session,
        displayStatus: 'ROLLBACK_FAILED',
        counters: { ...NO_COUNTS, success: 2 },
        state: 'finished',
        rollbackId: expect.any(String),
        fromActionId: null,
        toolCallId: null,
        reverts: null,
        progress: { finished: 2, total: 2 },
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
        results: [
          {
            actionId: second,
            apiName: 'unknown.service',
            summary: 'unknown.service: id=7',
            outcome: 'IRREVERSIBLE',
            isUnproved: false,
            ...UNSETTLED,
            detail: 'not-undoable',
          },
          {
            ...{ actionId: first, apiName: 'crm.customer.update', outcome: 'IRREVERSIBLE' },
            summary: 'crm.customer.update: id=7',
            ...{ isUnproved: false, detail: 'not-undoable', ...UNSETTLED },
          },
        ],
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        unverifiedReads: [],
        noLonger: [],
      },
    ]);
    expect((await actions()).map((action: { status: string }) => action.status)).toEqual(['SUCCESS', 'SUCCESS']);
    await expectConsistent(session);
  });

  it('is 409 without any possible effect: no call, only refusals of the provider, only reads', async () => {
    const refused = async () => {
      const answer = await rollBack();
      const { allowedCommands } = (await organization.agent.get(`/sessions/${session}`)).body.data;
      expect([answer.status, errorOf(answer), allowedCommands]).toEqual([
        409,
        'not-rollable',
        { rollbackSession: false },
      ]);
    };
    await refused();
    await logged(organization.agent, session, { operationType: 'READ' });
    await refused();
    const response = { refusal: { status: 403, code: 'forbidden' } };
    await logged(organization.agent, session, { status: 'FAILED', response });
    await refused();
    await done({ operationType: 'READ' });
    await refused();
    expect(await actions()).toHaveLength(3);
    await done();
    expect((await rollBack()).status).toBe(200);
  });

  it('skips everything in a simulated session, which is REVERTED and not rollable again', async () => {
    const { testAgent } = organization;
    const simulated = await newSession(testAgent);
    await logged(testAgent, simulated, { status: 'SUCCESS' });
    await logged(testAgent, simulated, { status: 'SUCCESS', apiName: 'postgres.rows.delete', operationType: 'DELETE' });
    const { body } = await testAgent.post(`/sessions/${simulated}/rollback`);
    expect(body.data.displayStatus).toBe('REVERTED');
    expect(body.data.results.map((result: { outcome: string }) => result.outcome)).toEqual(['SKIPPED', 'SKIPPED']);
    const again = await testAgent.post(`/sessions/${simulated}/rollback`);
    expect([again.status, errorOf(again)]).toEqual([409, 'not-rollable']);
    expect((await testAgent.get(`/sessions/${simulated}`)).body.data.allowedCommands.rollbackSession).toBe(false);
    await expectConsistent(simulated);
  });

  it('rejects what waits for an approval first, reviews included, with the reason rolled-back', async () => {
    const { operator, agent } = organization;
    const { approvalId } = await gated(agent, session);
    await operator.post('/policies', { apiNamePattern: 'review.*', action: 'REQUIRE_APPROVAL' });
    const reviewed = await agent.post(
      `/sessions/${session}/actions`,
      call({ apiName: 'review.call', status: 'SUCCESS' }),
    );
    const held = agent.get(`/approvals/${approvalId}?wait=25`);
    await rollBack();
    expect((await held).body.data).toMatchObject({
      status: 'REJECTED',
      actionStatus: 'REJECTED',
      reason: 'rolled-back',
    });
    const review = await agent.get(`/approvals/${reviewed.body.data.approval.id}`);
    expect(review.body.data).toMatchObject({ status: 'REJECTED', actionStatus: 'SUCCESS', reason: 'rolled-back' });
    const late = await operator.post(`/approvals/${approvalId}/approve`);
    expect(errorOf(late)).toBe('already-decided');
    expect((await agent.get(`/sessions/${session}`)).body.data.displayStatus).toBe('ROLLBACK_FAILED');
    await expectConsistent(session);
  });

  it('may be forced by an operator, and not by an agent', async () => {
    await done();
    const forced = await rollBack({ onConflict: 'force' });
    expect([forced.status, errorOf(forced)]).toEqual([403, 'operator-required']);
    expect((await show()).state).toBe('planned');
    expect((await rollBack({ onConflict: 'overwrite' })).status).toBe(400);
    expect((await rollBack({ onConflict: 'force' }, organization.operator)).status).toBe(200);
  });

  it('leaves a call UNKNOWN when its outcome cannot be determined, and a late confirmation makes it PARTIALLY_REVERTED and rollable again', async () => {
    const open = await logged(organization.agent, session);
    await done();
    const first = await rollBack();
    expect(first.body.data.results.map((result: { outcome: string }) => result.outcome)).toEqual([
      'UNKNOWN',
      'IRREVERSIBLE',
    ]);
    const { body } = await organization.agent.patch(`/sessions/${session}/actions/${open}`, { status: 'SUCCESS' });
    expect(body.data.violation).toBe('after-rollback');
    expect((await organization.agent.get(`/sessions/${session}`)).body.data).toMatchObject({
      displayStatus: 'PARTIALLY_REVERTED',
      allowedCommands: { rollbackSession: true },
    });
    const second = await rollBack();
    expect([second.status, second.body.data.results.length]).toEqual([200, 2]);
    expect(second.body.data.rollbackId).not.toBe(first.body.data.rollbackId);
    await expectConsistent(session);
  });

  it('does not undo reads', async () => {
    const read = await done({ operationType: 'READ' });
    await done();
    const { results } = (await rollBack()).body.data;
    expect(results).toHaveLength(1);
    expect((await actions())[0]).toMatchObject({ id: read, status: 'SUCCESS' });
  });

  it('works in a completed session', async () => {
    await done();
    await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect((await rollBack()).status).toBe(200);
  });

  it('returns 404 for a session of another caller', async () => {
    await done();
    const stranger = await newOrganization();
    const answers = await Promise.all([
      rollBack({}, stranger.operator),
      rollBack({}, organization.testAgent),
      stranger.operator.get(`/sessions/${session}/rollback`),
      organization.agent.post('/sessions/nonsense/rollback'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('POST /sessions/:id/actions/:actionId/rollback', () => {
  const one = (id: string, caller = organization.operator) =>
    caller.post(`/sessions/${session}/actions/${id}/rollback`);

  it('rolls one action back and leaves the session open', async () => {
    const first = await done();
    await done();
    const { status, body } = await one(first);
    expect([status, body.data.results.map((result: { actionId: string }) => result.actionId)]).toEqual([200, [first]]);
    expect((await organization.agent.post(`/sessions/${session}/actions`, call())).status).toBe(201);
    await expectConsistent(session);
  });

  it('leaves approvals of the session pending', async () => {
    const first = await done();
    const { approvalId } = await gated(organization.agent, session);
    await one(first);
    expect((await organization.operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
    await expectConsistent(session);
  });

  it('is for operators only, 404 for an action that is not the session’s, 409 for one without an effect', async () => {
    const first = await done();
    expect(errorOf(await one(first, organization.agent))).toBe('operator-required');
    expect((await one(session)).status).toBe(404);
    const other = await newSession(organization.agent);
    expect((await one(await logged(organization.agent, other, { status: 'SUCCESS' }))).status).toBe(404);
    const without = [
      await logged(organization.agent, session),
      await logged(organization.agent, session, { status: 'FAILED' }),
      await done({ operationType: 'READ' }),
      (await gated(organization.agent, session)).actionId,
    ];
    for (const id of without) {
      const answer = await one(id);
      expect([answer.status, errorOf(answer)]).toEqual([409, 'not-rollable']);
    }
    expect(without).toHaveLength(4);
  });

  it('never runs at the same time as another of its session, or as one of the whole session', async () => {
    for (let round = 0; round < 5; round++) {
      session = await newSession(organization.agent);
      const ids = [await done(), await done(), await done()];
      const { operator } = organization;
      const answers = await Promise.all([
        rollBack({}, operator.at(serviceB)),
        ...ids.map((id, index) => one(id, operator.at(index % 2 ? serviceA : serviceB))),
      ]);
      const begun = answers.filter(({ status }) => status === 200).length;
      expect(begun).toBeGreaterThanOrEqual(1);
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const { rows: audit } = await rows.query(
        `SELECT action FROM audit_entries WHERE organization_id = $1 AND after->>'sessionId' = $2
           AND action IN ('rollback.started', 'rollback.finished') ORDER BY sequence`,
        [organization.id, session],
      );
      // Entries are written while the session is locked; their times are those of transactions that waited for it.
      expect(audit.map(({ action }) => action)).toEqual(
        Array(begun).fill(['rollback.started', 'rollback.finished']).flat(),
      );
      await expectConsistent(session);
    }
  });
});
