import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { type Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { Receiver } from '../../support/receiver.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
/** Matches a path on the dashboard of any process of the suites: some name another address. */
const at = (path: string) =>
  expect.stringMatching(new RegExp(`^http://(127\\.0\\.0\\.1:\\d+/dashboard|dashboard\\.test/app)${path}$`));

const policy = (operator: Caller, action: string, reason: string) =>
  operator.post('/policies', { apiNamePattern: 'crm.*', action, reason });

afterAll(() => rows.end());

describe('a webhook receives', () => {
  let organization: Organization;
  let operator: Caller;
  let agent: Caller;
  let receiver: Receiver;
  let session: string;
  beforeEach(async () => {
    organization = await newOrganization();
    ({ operator, agent } = organization);
    receiver = await (await Receiver.start()).registered(operator);
    const origin = { onBehalfOf: 'ada@example.com', labels: { tier: 'gold' } };
    session = (await agent.post('/sessions', { agentId: 'refund-bot', intent: 'x', ...origin })).body.data.id;
  });
  afterEach(() => receiver.stop());

  /** Returns all received events, in the order in which they happened. */
  const events = async (count: number) => {
    await receiver.times(count);
    return receiver.told().sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  };
  /** Gates one more call. Its event comes next, so that no other event was on its way. */
  const expectNoMore = async () => {
    const { length } = receiver.asked;
    const { approvalId } = await gated(agent, session, { apiName: 'mail.messages.send' });
    await receiver.times(length + 1);
    expect(receiver.told().at(-1).data.approvalId).toBe(approvalId);
  };
  const event = (type: string, data: object) => ({ id: ID, type, timestamp: TIME, data });
  const approval = (approvalId: string, actionId: string, more: object) => ({
    approvalId,
    actionId,
    sessionId: session,
    agentId: 'refund-bot',
    onBehalfOf: 'ada@example.com',
    labels: { tier: 'gold' },
    toolCallId: null,
    traceparent: null,
    apiName: 'crm.customer.update',
    operationType: 'UPDATE',
    status: 'PENDING',
    reason: null,
    review: false,
    simulated: false,
    expiresAt: TIME,
    approvers: [],
    onExpiry: 'reject',
    decidedAt: null,
    url: at(`/approvals/${approvalId}`),
    ...more,
  });

  it("approval.requested, with the policy's reason, and approval.decided", async () => {
    await policy(operator, 'REQUIRE_APPROVAL', 'look at it first');
    const { actionId, approvalId } = await gated(agent, session, { payload: { card: '4242424242424242' } });
    await receiver.times(1);
    await operator.post(`/approvals/${approvalId}/approve`);
    expect(await events(2)).toEqual([
      event('approval.requested', approval(approvalId, actionId, { reason: 'look at it first' })),
      event('approval.decided', approval(approvalId, actionId, { status: 'APPROVED', decidedAt: TIME })),
    ]);
    for (const { body } of receiver.asked) expect(body).not.toContain('424242');
  });

  it('the rejection of an approval, with its reason', async () => {
    const { actionId, approvalId } = await gated(agent, session);
    await operator.post(`/approvals/${approvalId}/reject`, { reason: 'expired' });
    expect(await events(2)).toEqual([
      event('approval.requested', approval(approvalId, actionId, {})),
      // A person wrote this reason; the approval did not expire.
      event(
        'approval.decided',
        approval(approvalId, actionId, { status: 'REJECTED', reason: 'expired', decidedAt: TIME }),
      ),
    ]);
  });

  it('the expiry of an approval', async () => {
    const { actionId, approvalId } = await gated(agent, session, { timeoutMs: 5_000 });
    expect(await events(1)).toHaveLength(1);
    await rows.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [approvalId]);
    expect((await events(2))[1]).toEqual(
      event(
        'approval.expired',
        approval(approvalId, actionId, { status: 'REJECTED', reason: 'expired', decidedAt: TIME }),
      ),
    );
  });

  it('the review of a call that ran already', async () => {
    await policy(operator, 'REQUIRE_APPROVAL', 'look at it first');
    const { body } = await agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }));
    const { id: actionId, approval: opened } = body.data;
    expect(await events(1)).toEqual([
      event('approval.requested', approval(opened.id, actionId, { reason: 'look at it first', review: true })),
    ]);
  });

  it('a blocked call, with the policy that blocked it', async () => {
    const { id } = (await policy(operator, 'BLOCK', 'never')).body.data;
    const traceparent = `00-${'ab'.repeat(16)}-${'12'.repeat(8)}-01`;
    const payload = { password: 'hunter2' };
    const actionId = await logged(agent, session, { payload, toolCallId: 'call_1', traceparent });
    expect(await events(1)).toEqual([
      event('action.blocked', {
        actionId,
        sessionId: session,
        agentId: 'refund-bot',
        onBehalfOf: 'ada@example.com',
        labels: { tier: 'gold' },
        toolCallId: 'call_1',
        traceparent,
        apiName: 'crm.customer.update',
        operationType: 'UPDATE',
        status: 'BLOCKED',
        reason: 'never',
        policyIds: [id],
        simulated: false,
        url: at(`/sessions/${session}`),
      }),
    ]);
    expect(receiver.asked[0]?.body).not.toContain('hunter2');
    // A report of what happened blocks nothing; it is a violation.
    await logged(agent, session, { status: 'SUCCESS' });
    await expectNoMore();
  });

  it('a finished rollback, with the outcomes of its steps, after the approvals that it rejected', async () => {
    const actionId = await logged(agent, session, { status: 'SUCCESS' });
    const waits = await gated(agent, session);
    await receiver.times(1);
    expect((await operator.post(`/sessions/${session}/rollback`)).status).toBe(200);
    const [, ...told] = await events(3);
    const { rows: found } = await rows.query('SELECT id FROM rollbacks WHERE session_id = $1', [session]);
    const rejected = { status: 'REJECTED', reason: 'rolled-back', decidedAt: TIME };
    expect(told).toEqual([
      event('approval.decided', approval(waits.approvalId, waits.actionId, rejected)),
      event('rollback.finished', {
        rollbackId: found[0].id,
        sessionId: session,
        agentId: 'refund-bot',
        onBehalfOf: 'ada@example.com',
        labels: { tier: 'gold' },
        actionId: null,
        fromActionId: null,
        toolCallId: null,
        agentRollbackId: null,
        status: 'FINISHED',
        outcomes: { IRREVERSIBLE: 1 },
        simulated: false,
        startedAt: TIME,
        finishedAt: TIME,
        url: at(`/sessions/${session}`),
      }),
    ]);
    expect(actionId).toBeTruthy();
  });

  it('the approvals that a pause rejected', async () => {
    const { approvalId } = await gated(agent, session);
    await receiver.times(1);
    const [{ id }] = (await operator.get('/agents')).body.data;
    await operator.put(`/agents/${id}`, { status: 'PAUSED' });
    const [, decided] = await events(2);
    expect(decided).toMatchObject({ type: 'approval.decided', data: { approvalId, reason: 'agent-paused' } });
  });

  it('events of simulated sessions too, marked as such', async () => {
    const simulated = await newSession(organization.testAgent);
    await gated(organization.testAgent, simulated);
    expect((await events(1))[0].data).toMatchObject({ sessionId: simulated, simulated: true });
  });

  it('only the events it asked for, and none for a call that is simply allowed', async () => {
    const chosen = await (await Receiver.start()).registered(operator, ['approval.decided']);
    await logged(agent, session);
    const { approvalId } = await gated(agent, session);
    await operator.post(`/approvals/${approvalId}/approve`);
    await chosen.times(1);
    expect(chosen.told().map(({ type }) => type)).toEqual(['approval.decided']);
    const types = (await events(2)).map(({ type }) => type);
    expect(types).toEqual(['approval.requested', 'approval.decided']);
    // One event has the same id for all receivers.
    expect(receiver.told().map(({ id }) => id)).toContain(chosen.told()[0].id);
    await chosen.stop();
  });

  it('no event for changes that were never committed: an edit that a policy blocks decides nothing', async () => {
    const { approvalId } = await gated(agent, session);
    await receiver.times(1);
    await policy(operator, 'BLOCK', 'never');
    await eventually(
      () => operator.post(`/approvals/${approvalId}/approve`, { payload: { id: 8 } }),
      ({ status }) => status === 403,
    );
    expect(receiver.told().map(({ type }) => type)).toEqual(['approval.requested']);
    await expectNoMore();
  });

  it('headers that the library verifies; it refuses any changed part', async () => {
    await gated(agent, session);
    const [asked] = await receiver.times(1);
    if (!asked) throw new Error('nothing came');
    const { body, headers } = asked;
    const told = receiver.verified(asked);
    expect([asked.method, asked.path]).toEqual(['POST', '/hook?from=backstop']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Backstop-Webhooks/1',
      'webhook-id': told.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const verify = (more: object, text = body, secret = receiver.secret) =>
      new Webhook(secret).verify(text, { ...headers, ...more } as Record<string, string>);
    expect(verify({})).toEqual(told);
    const other = await (await Receiver.start()).registered(operator);
    const attempts = [
      () => verify({}, body.replace('PENDING', 'APPROVED')),
      () => verify({}, `${body} `),
      () => verify({ 'webhook-id': `${told.id.slice(0, -1)}0`.replace(told.id, `${told.id}0`) }),
      () => verify({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
      () => verify({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3_600) }),
      () => verify({ 'webhook-signature': 'v1,AAAA' }),
      () => verify({}, body, other.secret),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(WebhookVerificationError);
    await other.stop();
  });
});
