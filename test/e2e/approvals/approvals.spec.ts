import { type Caller, newOrganization, newSession, type Organization, serviceB } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, rows, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { newMember } from '../../support/team.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const wait = (more: object = {}) => gated(organization.agent, session, more);
const approve = (id: string, body?: object) => organization.operator.post(`/approvals/${id}/approve`, body);
const reject = (id: string, body?: object) => organization.operator.post(`/approvals/${id}/reject`, body);
const read = async (id: string) => (await organization.agent.get(`/approvals/${id}`)).body.data;
const action = async () => (await organization.agent.get(`/sessions/${session}`)).body.data.actions[0];
const expireNow = (id: string) =>
  rows.query("UPDATE approvals SET expires_at = now() - interval '1 millisecond' WHERE id = $1", [id]);

describe('an approval', () => {
  it('is answered with all its members, with its payload for callers that may read it', async () => {
    const { actionId, approvalId } = await wait({ payload: { id: 7, note: 'x'.repeat(300) }, timeoutMs: 60_000 });
    const { body } = await organization.agent.get(`/approvals/${approvalId}`);
    expect(body.data).toEqual({
      id: approvalId,
      sessionId: session,
      actionId,
      agentId: expect.any(String),
      onBehalfOf: null,
      labels: {},
      toolCallId: null,
      traceparent: null,
      apiName: 'crm.customer.update',
      summary: expect.stringMatching(/^crm\.customer\.update: id=7, note=x+…x+ ~[0-9a-f]{6}$/),
      status: 'PENDING',
      actionStatus: 'PENDING_APPROVAL',
      simulated: false,
      unconfirmed: false,
      payloadSummary: expect.stringMatching(/^\{"id":7,"note":"x+…$/),
      payloadHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      timeRemaining: expect.any(Number),
      reason: null,
      code: null,
      usableUntil: null,
      decidedBy: null,
      approvals: { required: 1, given: [] },
      createdAt: TIME,
      expiresAt: TIME,
      onExpiry: 'reject',
      decidedAt: null,
      payload: { id: 7, note: 'x'.repeat(300) },
      snapshot: null,
      formerSnapshot: null,
      performance: null,
      redacted: [],
      providerRefusal: null,
      url: expect.stringMatching(new RegExp(`^https?://.+/dashboard/approvals/${approvalId}$`)),
    });
    expect(body.data.timeRemaining).toBeGreaterThan(50_000);
    expect(body.data.timeRemaining).toBeLessThanOrEqual(60_000);
  });

  it('lives for a day unless the call names another time', async () => {
    const { approvalId } = await wait();
    const { createdAt, expiresAt } = await read(approvalId);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(24 * 3_600_000);
  });

  it('is not visible to another organization', async () => {
    const { approvalId } = await wait();
    const stranger = await newOrganization();
    const answers = await Promise.all([
      stranger.operator.get(`/approvals/${approvalId}`),
      stranger.agent.get(`/approvals/${approvalId}`),
      organization.testAgent.get(`/approvals/${approvalId}`),
      stranger.operator.post(`/approvals/${approvalId}/approve`),
      stranger.operator.post(`/approvals/${approvalId}/reject`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const byKey = await organization.agent.post(`/approvals/${approvalId}/approve`);
    expect(errorOf(byKey)).toBe('operator-required');
    expect((await read(approvalId)).status).toBe('PENDING');
  });
});

describe('GET /approvals', () => {
  it('lists the pending ones, or those of another status, newest first', async () => {
    const { operator } = organization;
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await wait()).approvalId);
    const [pending = '', approved = '', rejected = '', expired = '', later = ''] = ids;
    await approve(approved);
    await reject(rejected, { reason: 'no' });
    await expireNow(expired);
    const list = async (query: string) =>
      (await operator.get(`/approvals${query}`)).body.data.map((approval: { id: string }) => approval.id);
    expect(await list('')).toEqual([later, pending]);
    expect(await list('?status=PENDING')).toEqual([later, pending]);
    expect(await list('?status=APPROVED')).toEqual([approved]);
    expect(await list('?status=REJECTED')).toEqual([expired, rejected]);
    expect(await list('?status=ALL')).toEqual([...ids].reverse());
    const page = await operator.get('/approvals?status=ALL&limit=4');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await operator.get(next)).body.data.map((approval: { id: string }) => approval.id)).toEqual([pending]);
    for (const query of ['?status=OPEN', '?status=pending', '?limit=0', '?state=ALL'])
      expect((await operator.get(`/approvals${query}`)).status).toBe(400);
  });

  it('hides the payload and its hash', async () => {
    const { approvalId } = await wait();
    const detail = await read(approvalId);
    const { payload, payloadHash, snapshot, formerSnapshot, timeRemaining, ...shown } = detail;
    const { providerRefusal: _, url: __, redacted, ...rest } = shown;
    expect(redacted).toEqual([]);
    const [listed] = (await organization.operator.get('/approvals')).body.data;
    expect([payload, snapshot, formerSnapshot]).toEqual([{ id: 7 }, null, null]);
    expect(payloadHash).toMatch(/^[0-9a-f]{64}$/);
    expect(listed).toEqual({ ...rest, note: null, timeRemaining: expect.any(Number) });
    expect(listed.timeRemaining).toBeLessThanOrEqual(timeRemaining);
  });
});

describe('approving', () => {
  it('clears the call, which is unconfirmed until it ran', async () => {
    const { actionId, approvalId } = await wait();
    const answer = await approve(approvalId);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id: approvalId,
      status: 'APPROVED',
      actionStatus: 'CLEARED',
      unconfirmed: true,
      timeRemaining: 0,
      decidedBy: organization.email,
      decidedAt: TIME,
    });
    expect(await action()).toMatchObject({ status: 'CLEARED', approval: { id: approvalId, status: 'APPROVED' } });
    await organization.agent.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS' });
    expect(await read(approvalId)).toMatchObject({ actionStatus: 'SUCCESS', unconfirmed: false });
    expect(await action()).toMatchObject({ violation: null });
    await expectConsistent(session);
  });

  it('permits nothing once the agent is paused or a rollback has begun', async () => {
    const { approvalId } = await wait();
    await approve(approvalId);
    const refusal = async () => errorOf(await organization.agent.get(`/approvals/${approvalId}`));
    const [agent] = (await organization.operator.get('/agents')).body.data;
    await organization.operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
    expect(await eventually(refusal, (code) => code === 'agent-paused')).toBe('agent-paused');
    await organization.operator.put(`/agents/${agent.id}`, { status: 'ACTIVE' });
    await rows.query('UPDATE sessions SET closed_by_rollback = true WHERE id = $1', [session]);
    expect(await eventually(refusal, (code) => code === 'session-rolled-back')).toBe('session-rolled-back');
  });

  it('records a mismatch when edited arguments are confirmed without the hash of those that ran', async () => {
    const { actionId, approvalId } = await wait({ payload: { amount: 900 } });
    await approve(approvalId, { payload: { amount: 50 } });
    await organization.agent.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS' });
    expect(await action()).toMatchObject({ status: 'SUCCESS', violation: 'payload-mismatch' });
  });

  it('is bound to the payload that the operator saw', async () => {
    const { approvalId } = await wait();
    const { payloadHash } = await read(approvalId);
    const other = await approve(approvalId, { payloadHash: '0'.repeat(64) });
    expect([other.status, errorOf(other)]).toEqual([409, 'payload-changed']);
    expect((await approve(approvalId, { payloadHash: 'short' })).status).toBe(400);
    expect((await read(approvalId)).status).toBe('PENDING');
    expect((await approve(approvalId, { payloadHash })).status).toBe(200);
  });

  it('may edit the arguments: the requested ones are kept, and only the edited call is approved', async () => {
    const { actionId, approvalId } = await wait({ payload: { amount: 900 } });
    const { payloadHash } = await read(approvalId);
    const answer = await approve(approvalId, { payloadHash, payload: { amount: 50 } });
    expect(answer.body.data).toMatchObject({
      status: 'APPROVED',
      payload: { amount: 50 },
      summary: 'crm.customer.update: amount=50',
      payloadSummary: '{"amount":50}',
    });
    const edited = answer.body.data.payloadHash;
    expect(edited).not.toBe(payloadHash);
    expect(await action()).toMatchObject({
      payload: { amount: 50 },
      originalPayload: { amount: 900 },
      status: 'CLEARED',
    });
    const path = `/sessions/${session}/actions/${actionId}`;
    const ran = await organization.agent.patch(path, { status: 'SUCCESS', payloadHash });
    expect(ran.body.data.violation).toBe('payload-mismatch');
  });

  it('evaluates the policies again for an edit: BLOCK returns 403 and leaves it pending, a gate is satisfied', async () => {
    const { operator } = organization;
    for (const [value, wanted] of [
      [500, 'BLOCK'],
      [10, 'REQUIRE_APPROVAL'],
    ] as const)
      await operator.post('/policies', {
        apiNamePattern: 'crm.*',
        condition: { field: 'amount', operator: 'gt', value },
        action: wanted,
        reason: 'too much',
      });
    const { approvalId } = await wait({ payload: { amount: 400 } });
    const before = await read(approvalId);
    const blocked = await approve(approvalId, { payload: { amount: 501 } });
    expect([blocked.status, errorOf(blocked), blocked.body.error.detail]).toEqual([403, 'policy-blocked', 'too much']);
    expect(await read(approvalId)).toEqual({ ...before, timeRemaining: expect.any(Number) });
    expect((await approve(approvalId, { payload: { amount: 100 } })).body.data.status).toBe('APPROVED');
    expect(await action()).toMatchObject({ status: 'CLEARED', payload: { amount: 100 } });
    await expectConsistent(session);
  });

  it('returns 409 in a completed session, where rejecting still works', async () => {
    const { approvalId } = await wait();
    await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const late = await approve(approvalId);
    expect([late.status, errorOf(late)]).toEqual([409, 'session-closed']);
    expect((await reject(approvalId)).status).toBe(200);
    await expectConsistent(session);
  });

  it('returns 409 while one action of the session is rolled back, because no call may start then', async () => {
    const { approvalId } = await wait();
    await rows.query("UPDATE sessions SET rollback_state = 'RUNNING' WHERE id = $1", [session]);
    const early = await approve(approvalId);
    expect([early.status, errorOf(early)]).toEqual([409, 'session-rolled-back']);
    await rows.query("UPDATE sessions SET rollback_state = 'FINISHED' WHERE id = $1", [session]);
    expect((await approve(approvalId)).status).toBe(200);
    await expectConsistent(session);
  });
});

describe('rejecting', () => {
  it('keeps the reason and rejects the call', async () => {
    const { approvalId } = await wait();
    const answer = await reject(approvalId, { reason: 'ask legal first' });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({
        status: 'REJECTED',
        actionStatus: 'REJECTED',
        reason: 'ask legal first',
        timeRemaining: 0,
      }),
    ]);
    expect(await action()).toMatchObject({ status: 'REJECTED' });
    await expectConsistent(session);
  });

  it('needs no body', async () => {
    const { approvalId } = await wait();
    expect((await reject(approvalId)).body.data).toMatchObject({ status: 'REJECTED', reason: null });
  });
});

describe('a decision', () => {
  it('is made once: every later one returns 409 already-decided and changes nothing', async () => {
    for (const first of [approve, reject]) {
      const { approvalId } = await wait();
      await first(approvalId);
      const decided = await read(approvalId);
      for (const again of [await approve(approvalId), await reject(approvalId, { reason: 'late' })])
        expect([again.status, errorOf(again)]).toEqual([409, 'already-decided']);
      expect(await read(approvalId)).toEqual(decided);
    }
    await expectConsistent(session);
  });

  it('about a call that ran decides the review alone, and cannot edit its arguments', async () => {
    const { operator, agent } = organization;
    await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL' });
    const review = async () =>
      (await agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }))).body.data.approval.id;
    const [first, second, third] = [await review(), await review(), await review()];
    expect((await approve(first)).body.data).toMatchObject({
      status: 'APPROVED',
      actionStatus: 'SUCCESS',
      unconfirmed: false,
    });
    expect((await reject(second)).body.data).toMatchObject({ status: 'REJECTED', actionStatus: 'SUCCESS' });
    const before = await read(third);
    const edit = await approve(third, { payload: { id: 8 } });
    expect([edit.status, errorOf(edit)]).toEqual([409, 'already-run']);
    expect(await read(third)).toEqual({ ...before, timeRemaining: expect.any(Number) });
    const { actions } = (await agent.get(`/sessions/${session}`)).body.data;
    expect(actions.map((one: { status: string }) => one.status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    await expectConsistent(session);
  });
});

describe('expiry', () => {
  it('keeps its result when a rollback begins before the job has recorded it', async () => {
    await organization.agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }));
    const { approvalId } = await wait({ timeoutMs: 5_000 });
    await expireNow(approvalId);
    expect((await organization.operator.post(`/sessions/${session}/rollback`)).status).toBe(200);
    expect(await read(approvalId)).toMatchObject({ status: 'REJECTED', reason: 'expired' });
  });

  it('counts as a rejection from its time on, before the job has recorded it', async () => {
    const { approvalId } = await wait({ timeoutMs: 5_000 });
    await expireNow(approvalId);
    expect(await read(approvalId)).toMatchObject({
      status: 'REJECTED',
      reason: 'expired',
      timeRemaining: 0,
      decidedAt: TIME,
    });
    for (const late of [await approve(approvalId), await reject(approvalId)])
      expect([late.status, errorOf(late)]).toEqual([409, 'already-decided']);
  });

  it('is recorded as a rejection of the call by a job soon after', async () => {
    const { approvalId } = await wait();
    await expireNow(approvalId);
    const rejected = await eventually(action, ({ status }) => status === 'REJECTED');
    expect(rejected).toMatchObject({ status: 'REJECTED' });
    expect((await read(approvalId)).actionStatus).toBe('REJECTED');
    await expectConsistent(session);
  });
});

describe('many concurrent edits', () => {
  it('are all answered by one process also when it has to load the policies again', async () => {
    const { operator } = organization;
    const ids: string[] = [];
    for (let count = 0; count < 16; count++) ids.push((await wait()).approvalId);
    await operator.at(serviceB).post('/policies', { apiNamePattern: 'other.*', action: 'BLOCK' });
    const answers = await Promise.all(
      ids.map((id) => operator.post(`/approvals/${id}/approve`, { payload: { id: 8 } })),
    );
    expect(tally(answers)).toEqual({ 200: 16 });
    await expectConsistent(session);
  });
});

describe('what operators tell each other about an approval', () => {
  const look = (by: Caller, id: string) => by.put(`/approvals/${id}/viewers`, {});
  const viewersOf = async (by: Caller, id: string) =>
    (await look(by, id)).body.data.viewers.map((one: { by: string }) => one.by);

  it('is a note that the next one reads in the list and on the card, that no agent reads, and that is audited', async () => {
    const { operator, agent } = organization;
    const { approvalId } = await wait();
    const listed = async () => (await operator.get('/approvals')).body.data[0].note;
    expect(await listed()).toBeNull();
    const tag = (await operator.get('/approvals')).headers.get('etag') ?? '';
    const text = 'Asked the customer; wait for her answer.';
    const written = await operator.put(`/approvals/${approvalId}/note`, { note: text });
    const note = { content: text, by: expect.stringContaining('@'), at: TIME };
    expect([written.status, written.body.data]).toEqual([200, { id: approvalId, note }]);
    expect(await listed()).toEqual(note);
    const waited = await operator.request('GET', '/approvals?wait=1', { headers: { 'if-none-match': tag } });
    expect(waited.status).toBe(200);
    expect((await operator.get(`/approvals/${approvalId}`)).body.data.note).toEqual(note);
    expect(await read(approvalId)).not.toHaveProperty('note');
    await reject(approvalId, { reason: 'no' });
    expect((await operator.get('/approvals?status=DECIDED')).body.data).toMatchObject([
      { id: approvalId, note, reason: 'no' },
    ]);
    expect((await operator.put(`/approvals/${approvalId}/note`, { note: null })).body.data.note).toBeNull();
    const { body } = await operator.get('/audit-logs');
    const noted = body.data.filter((entry: { action: string }) => entry.action === 'approval.noted');
    expect(noted).toMatchObject([
      { before: { note: { content: text } }, after: { note: null } },
      { before: { note: null }, after: { note: { content: text } } },
    ]);
    expect(errorOf(await operator.put(`/approvals/${approvalId}/note`, { note: 'x'.repeat(2_001) }))).toBe(
      'validation-failed',
    );
    expect(errorOf(await agent.put(`/approvals/${approvalId}/note`, { note: 'x' }))).toBe('operator-required');
  });

  it('is who has it open, for half a minute, and of one approval at a time', async () => {
    const { operator } = organization;
    const { caller: second, email } = await newMember(organization);
    const [{ approvalId: one }, { approvalId: other }] = [await wait(), await wait()];
    expect(await viewersOf(operator, one)).toEqual([]);
    expect(await viewersOf(second, one)).toHaveLength(1);
    expect(await viewersOf(operator, one)).toEqual([email]);
    await look(second, other);
    expect(await viewersOf(operator, one)).toEqual([]);
    expect(await viewersOf(operator, other)).toEqual([email]);
    await rows.query("UPDATE approval_viewers SET seen_at = now() - interval '31 seconds' WHERE label = $1", [email]);
    expect(await viewersOf(operator, other)).toEqual([]);
    const stranger = await newOrganization();
    expect(errorOf(await look(stranger.operator, one))).toBe('not-found');
    const { rows: kept } = await rows.query(
      'SELECT count(*)::int AS count FROM approval_viewers WHERE organization_id = $1',
      [organization.id],
    );
    expect(kept).toEqual([{ count: 2 }]);
  });
});
