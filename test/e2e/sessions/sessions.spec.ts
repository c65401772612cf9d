import { newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

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
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const shown = async (session: string) => (await organization.agent.get(`/sessions/${session}`)).body.data;

/** Makes the session look as if nothing had happened in it for that long. */
const letRest = (session: string, interval: string) =>
  rows.query(
    'UPDATE sessions SET last_activity_at = last_activity_at - $2::interval, created_at = created_at - $2::interval WHERE id = $1',
    [session, interval],
  );

const abandoned = async (session: string) => {
  await letRest(session, '25 hours');
  return eventually(
    () => shown(session),
    ({ status }) => status === 'ABANDONED',
  );
};

describe('POST /sessions', () => {
  it('keeps the user on whose behalf it is and its labels, and answers 400 for those that it cannot keep', async () => {
    const open = (more: object) => organization.agent.post('/sessions', { agentId: 'a', intent: 'x', ...more });
    const most = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`label-${n}`, '⟦🛠"\\'.repeat(25)]));
    for (const origin of [
      { onBehalfOf: '🛠'.repeat(255), labels: most },
      { onBehalfOf: ' ', labels: {} },
    ]) {
      const { body } = await open(origin);
      expect(body.data).toMatchObject(origin);
      expect(await shown(body.data.id)).toMatchObject(origin);
    }
    const wrong = [
      ...['', 'x'.repeat(256), 7, null].map((onBehalfOf) => ({ onBehalfOf })),
      ...[null, [], 'a', { a: 1 }, { a: '' }, { a: 'x'.repeat(201) }, { 'a.b': 'c' }, { '': 'c' }].map((labels) => ({
        labels,
      })),
      { labels: JSON.parse('{"__proto__":"a"}') },
      { labels: { ...most, more: 'x' } },
    ];
    for (const one of wrong) expect([one, (await open(one)).status]).toEqual([one, 400]);
  });

  it('answers 201 with the whole session', async () => {
    const agentId = unique('agent');
    const { status, body } = await organization.agent.post('/sessions', { agentId, intent: 'tidy up' });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        agentId,
        intent: 'tidy up',
        onBehalfOf: null,
        labels: {},
        status: 'ACTIVE',
        displayStatus: 'ACTIVE',
        counters: NO_COUNTS,
        simulated: false,
        allowedCommands: { rollbackSession: false },
        createdAt: TIME,
        updatedAt: TIME,
        completedAt: null,
        lastActivityAt: TIME,
      },
      error: null,
      timestamp: TIME,
    });
  });

  it('makes a simulated session for a test key', async () => {
    const { body } = await organization.testAgent.post('/sessions', { agentId: 'bot', intent: 'try' });
    expect(body.data.simulated).toBe(true);
  });

  it.each([
    ['agentId', { intent: 'x' }],
    ['agentId', { agentId: '', intent: 'x' }],
    ['agentId', { agentId: 'a b', intent: 'x' }],
    ['agentId', { agentId: 7, intent: 'x' }],
    ['intent', { agentId: 'bot' }],
    ['intent', { agentId: 'bot', intent: '' }],
    ['intent', { agentId: 'bot', intent: null }],
    ['status', { agentId: 'bot', intent: 'x', status: 'COMPLETED' }],
  ])('without a good %s is 400 naming it: %j', async (field, body) => {
    const answer = await organization.agent.post('/sessions', body);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    expect(answer.body.error.errors).toContainEqual({ field, message: expect.any(String) });
  });

  it('is 403 for a paused agent, and for a key bound to another', async () => {
    const { operator, agent } = organization;
    const slug = unique('agent');
    const { id } = (await operator.post('/agents', { slug })).body.data;
    await operator.put(`/agents/${id}`, { status: 'PAUSED' });
    const paused = await agent.at(serviceB).post('/sessions', { agentId: slug, intent: 'x' });
    expect([paused.status, errorOf(paused)]).toEqual([403, 'agent-paused']);
    const { key } = (await operator.post('/api-keys', { name: 'bound', kind: 'live', agentId: 'only-me' })).body.data;
    const headers = { authorization: `Bearer ${key}` };
    const other = await agent.request('POST', '/sessions', { headers, body: { agentId: slug, intent: 'x' } });
    expect(other.status).toBe(403);
  });
});

describe('GET /sessions/:id', () => {
  it('shows the session with all its actions by sequence', async () => {
    const { agent } = organization;
    const session = await newSession(agent);
    const first = await agent.post(`/sessions/${session}/actions`, call());
    const second = await agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS', response: { id: 7 } }));
    const third = await agent.post(`/sessions/${session}/actions`, call({ status: 'PENDING_APPROVAL' }));
    const { body } = await agent.get(`/sessions/${session}`);
    expect(body.data).toEqual({
      id: session,
      agentId: expect.any(String),
      intent: 'look after customers',
      onBehalfOf: null,
      labels: {},
      status: 'ACTIVE',
      displayStatus: 'AWAITING_APPROVAL',
      counters: { ...NO_COUNTS, success: 1, cleared: 1, pendingApproval: 1 },
      simulated: false,
      allowedCommands: { rollbackSession: true },
      createdAt: TIME,
      updatedAt: TIME,
      completedAt: null,
      lastActivityAt: TIME,
      actions: [first, second, third].map((answer) => ({ summary: 'crm.customer.update: id=7', ...answer.body.data })),
    });
  });

  it('is 404 for what is absent, malformed or of another organization', async () => {
    const session = await newSession(organization.agent);
    const stranger = await newOrganization();
    const answers = await Promise.all([
      stranger.operator.get(`/sessions/${session}`),
      stranger.agent.get(`/sessions/${session}`),
      organization.agent.get(`/sessions/${session.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`),
      organization.agent.get('/sessions/nonsense'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const [first] = answers;
    for (const answer of answers) expect(answer.body.error.detail).toBe(first?.body.error.detail);
  });
});

describe('GET /sessions', () => {
  it('pages through everything, newest first, without a gap or a double', async () => {
    const { operator, agent } = await newOrganization();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await newSession(agent));
    const seen: string[] = [];
    let path: string | undefined = '/sessions?limit=2';
    let pages = 0;
    while (path) {
      const answer = await operator.get(path);
      seen.push(...answer.body.data.map((session: { id: string }) => session.id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      pages++;
    }
    expect(seen).toEqual(ids);
    expect(pages).toBe(3);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'order=asc'])('refuses ?%s', async (query) => {
    expect((await organization.operator.get(`/sessions?${query}`)).status).toBe(400);
  });

  it('shows what the single read shows, without the actions and with the fields that distinguish sessions', async () => {
    const { operator, agent } = await newOrganization();
    const session = await newSession(agent);
    await logged(agent, session, { status: 'SUCCESS' });
    const { actions, ...single } = (await agent.get(`/sessions/${session}`)).body.data;
    expect(actions).toHaveLength(1);
    const traits = { connectors: [], dirty: false, drift: null };
    expect((await operator.get('/sessions')).body.data).toEqual([{ ...single, ...traits }]);
  });
});

describe('PATCH /sessions/:id', () => {
  it('completes an active session', async () => {
    const session = await newSession(organization.agent);
    const { status, body } = await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: session,
      status: 'COMPLETED',
      displayStatus: 'COMPLETED',
      completedAt: TIME,
    });
  });

  it.each([{ status: 'ACTIVE' }, { status: 'ABANDONED' }, { status: null }, {}, { status: 'COMPLETED', intent: 'x' }])(
    'with the body %j is 400 and changes nothing',
    async (body) => {
      const session = await newSession(organization.agent);
      const answer = await organization.agent.patch(`/sessions/${session}`, body);
      expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
      expect((await shown(session)).status).toBe('ACTIVE');
    },
  );

  it('is 400 for a session that is completed already', async () => {
    const session = await newSession(organization.agent);
    await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const again = await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect([again.status, errorOf(again)]).toEqual([400, 'session-not-open']);
  });

  it('is 400 for a session that was rolled back', async () => {
    const { agent } = organization;
    const session = await newSession(agent);
    await logged(agent, session, { status: 'SUCCESS' });
    await agent.post(`/sessions/${session}/rollback`);
    const answer = await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect([answer.status, errorOf(answer)]).toEqual([400, 'session-not-open']);
  });

  it('is 409 while the session is rolled back', async () => {
    const session = await newSession(organization.agent);
    await rows.query("UPDATE sessions SET rollback_state = 'RUNNING' WHERE id = $1", [session]);
    const answer = await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect([answer.status, errorOf(answer)]).toEqual([409, 'session-rolling-back']);
    expect((await shown(session)).displayStatus).toBe('ROLLING_BACK');
  });
});

describe('the status a session shows', () => {
  it('awaits an approval until it is decided, and then is what it was', async () => {
    const { operator, agent } = organization;
    const session = await newSession(agent);
    const { approvalId } = await gated(agent, session);
    expect((await shown(session)).displayStatus).toBe('AWAITING_APPROVAL');
    await operator.post(`/approvals/${approvalId}/approve`);
    expect((await shown(session)).displayStatus).toBe('ACTIVE');
  });

  it('awaits an approval also while a call that ran already is to be reviewed', async () => {
    const { operator, agent } = await newOrganization();
    await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL' });
    const session = await newSession(agent);
    const { body } = await agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }));
    const read = async () => (await agent.get(`/sessions/${session}`)).body.data.displayStatus;
    expect(await read()).toBe('AWAITING_APPROVAL');
    await operator.post(`/approvals/${body.data.approval.id}/reject`);
    expect(await read()).toBe('ACTIVE');
  });

  it('follows a rollback, a late effect and another rollback', async () => {
    const { agent } = organization;
    const session = await newSession(agent);
    const cleared = await logged(agent, session);
    await logged(agent, session, { status: 'SUCCESS', operationType: 'READ' });
    expect((await shown(session)).allowedCommands).toEqual({ rollbackSession: true });
    await logged(agent, session, { status: 'SUCCESS' });
    await agent.post(`/sessions/${session}/rollback`);
    expect(await shown(session)).toMatchObject({
      displayStatus: 'ROLLBACK_FAILED',
      allowedCommands: { rollbackSession: true },
    });
    await agent.patch(`/sessions/${session}/actions/${cleared}`, { status: 'SUCCESS' });
    expect(await shown(session)).toMatchObject({
      displayStatus: 'PARTIALLY_REVERTED',
      allowedCommands: { rollbackSession: true },
    });
    await expectConsistent(session);
  });
});

describe('an idle session', () => {
  it('is abandoned after twenty-four hours and not before; it can be completed, confirmed in, and woken by a new action', async () => {
    const { agent } = organization;
    const [resting = '', completed = '', completing = '', waking = '', confirming = ''] = await Promise.all(
      Array.from({ length: 5 }, () => newSession(agent)),
    );
    const cleared = await logged(agent, confirming);
    await agent.patch(`/sessions/${completed}`, { status: 'COMPLETED' });
    await Promise.all([letRest(resting, '23 hours 59 minutes'), letRest(completed, '25 hours')]);
    const seen = await Promise.all([completing, waking, confirming].map(abandoned));
    for (const session of seen)
      expect(session).toMatchObject({ status: 'ABANDONED', displayStatus: 'ABANDONED', completedAt: null });
    expect(seen).toHaveLength(3);
    expect((await shown(resting)).status).toBe('ACTIVE');
    expect((await shown(completed)).status).toBe('COMPLETED');

    const { status, body } = await agent.patch(`/sessions/${completing}`, { status: 'COMPLETED' });
    expect([status, body.data.status]).toEqual([200, 'COMPLETED']);
    await logged(agent, waking);
    expect(await shown(waking)).toMatchObject({ status: 'ACTIVE', displayStatus: 'ACTIVE' });
    await agent.patch(`/sessions/${confirming}/actions/${cleared}`, { status: 'SUCCESS' });
    expect(await shown(confirming)).toMatchObject({ status: 'ABANDONED', counters: { ...NO_COUNTS, success: 1 } });
    for (const session of [waking, confirming]) await expectConsistent(session);
  });
});
