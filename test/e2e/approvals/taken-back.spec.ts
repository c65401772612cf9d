import { Caller, newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, type Performing, UPDATE } from '../../support/performing.js';

let organization: Organization;
let agentId: string;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  agentId = unique('agent');
  session = await newSession(organization.agent, agentId);
});
afterEach(() => expectConsistent(session));
afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const post = (path: string, by: Caller = organization.operator, body?: object) => by.post(path, body);
const actionOf = async (id: string) => (await organization.agent.get(`/sessions/${session}/actions/${id}`)).body.data;
const approvalOf = async (id: string, by: Caller = organization.operator) =>
  (await by.get(`/approvals/${id}`)).body.data;
const confirm = (id: string, body: object = { status: 'SUCCESS' }) =>
  organization.agent.patch(`/sessions/${session}/actions/${id}`, body);
const listed = async (status: string, by: Caller = organization.operator) =>
  (await by.get(`/approvals?status=${status}`)).body.data.map(({ id }: { id: string }) => id);
const audited = async (name: string) =>
  (await organization.operator.get('/audit-logs?limit=200')).body.data.filter(
    ({ action }: { action: string }) => action === name,
  );
/** A call that an operator approved and that has not begun. */
async function approved(more: object = {}) {
  const asked = await gated(organization.agent, session, more);
  expect((await post(`/approvals/${asked.approvalId}/approve`)).status).toBe(200);
  return asked;
}
/** The time of the approval is over. */
const over = (id: string) => rows.query('UPDATE approvals SET usable_until = now() WHERE id = $1', [id]);
const refused = ({ status, body }: Awaited<ReturnType<Caller['post']>>) => [status, errorOf({ status, body } as never)];

describe('POST /approvals/:id/withdraw', () => {
  it('rejects the call for the agent that asked, wakes who waits, and takes the card out of the inbox', async () => {
    const { agent, operator } = organization;
    const { approvalId, actionId } = await gated(agent, session);
    const waiting = agent.at(serviceB).get(`/approvals/${approvalId}?wait=30`);
    const withdrawn = await post(`/approvals/${approvalId}/withdraw`, agent);
    expect(withdrawn.status).toBe(200);
    const ended = { status: 'REJECTED', reason: 'withdrawn', code: 'withdrawn', decidedBy: null };
    expect(withdrawn.body.data).toMatchObject({ id: approvalId, actionStatus: 'REJECTED', ...ended });
    expect((await waiting).body.data).toMatchObject(ended);
    expect(await actionOf(actionId)).toMatchObject({
      status: 'REJECTED',
      refusal: { code: 'withdrawn', reason: 'withdrawn' },
    });
    expect([await listed('PENDING'), await listed('REJECTED')]).toEqual([[], [approvalId]]);
    expect(await audited('approval.withdrawn')).toMatchObject([
      { actor: { kind: 'API_KEY' }, target: { id: approvalId } },
    ]);
    expect(refused(await post(`/approvals/${approvalId}/withdraw`, agent))).toEqual([409, 'already-decided']);
    expect(refused(await post(`/approvals/${approvalId}/approve`, operator))).toEqual([409, 'already-decided']);
  });

  it('is 404 for the key of another agent, of the other mode and of another organization, and 200 for the own key', async () => {
    const { operator, agent, testAgent } = organization;
    const { approvalId } = await gated(agent, session);
    const keyOf = async (slug: string) =>
      new Caller(
        agent.service,
        (await operator.post('/api-keys', { name: slug, kind: 'live', agentId: slug })).body.data.key,
      );
    const [other, own] = [await keyOf(unique('other')), await keyOf(agentId)];
    for (const stranger of [other, testAgent, (await newOrganization()).agent])
      expect(refused(await post(`/approvals/${approvalId}/withdraw`, stranger))).toEqual([404, 'not-found']);
    expect(await approvalOf(approvalId)).toMatchObject({ status: 'PENDING' });
    expect((await post(`/approvals/${approvalId}/withdraw`, own)).status).toBe(200);
  });

  it('is 409 after the decision, after the expiry, and for the review of a call that ran', async () => {
    const { agent, operator } = organization;
    const { approvalId } = await approved();
    expect(refused(await post(`/approvals/${approvalId}/withdraw`, agent))).toEqual([409, 'already-decided']);
    const late = await gated(agent, session);
    await rows.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [late.approvalId]);
    expect(refused(await post(`/approvals/${late.approvalId}/withdraw`, agent))).toEqual([409, 'already-decided']);
    await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL' });
    const ran = (await agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }))).body.data;
    expect(refused(await post(`/approvals/${ran.approval.id}/withdraw`, agent))).toEqual([409, 'already-begun']);
    expect(await listed('PENDING')).toEqual([ran.approval.id]);
    await eventually(
      () => actionOf(late.actionId),
      ({ status }) => status === 'REJECTED',
    );
  });
});

describe('POST /approvals/:id/revoke', () => {
  it('takes an approval back before its call begins, and what the agent does all the same is a violation', async () => {
    const { approvalId, actionId } = await approved();
    expect(await listed('UNUSED')).toEqual([approvalId]);
    const revoked = await post(`/approvals/${approvalId}/revoke`);
    expect(revoked.status).toBe(200);
    const ended = {
      status: 'REJECTED',
      actionStatus: 'REJECTED',
      reason: 'revoked',
      code: 'revoked',
      usableUntil: null,
    };
    expect(revoked.body.data).toMatchObject({ ...ended, decidedBy: organization.email });
    expect(await approvalOf(approvalId, organization.agent)).toMatchObject({ ...ended, decidedBy: 'operator' });
    expect([await listed('UNUSED'), await listed('APPROVED')]).toEqual([[], []]);
    expect(await audited('approval.revoked')).toMatchObject([
      { before: { status: 'APPROVED' }, after: { status: 'REJECTED', reason: 'revoked' } },
    ]);
    expect((await confirm(actionId)).body.data).toMatchObject({
      status: 'SUCCESS',
      violation: 'unapproved',
      refusal: null,
    });
  });

  it('stays possible for a call whose outcome its client does not know', async () => {
    const { approvalId, actionId } = await approved();
    await post(`/approvals/${approvalId}/revoke`);
    expect((await confirm(actionId, { status: 'UNKNOWN' })).body.data).toMatchObject({
      status: 'UNKNOWN',
      violation: 'unapproved',
    });
  });

  it.each<[string, string, () => Promise<string>]>([
    ['has not been given', 'not-approved', async () => (await gated(organization.agent, session)).approvalId],
    [
      'was rejected',
      'already-decided',
      async () => {
        const { approvalId } = await gated(organization.agent, session);
        await post(`/approvals/${approvalId}/reject`, organization.operator, {});
        return approvalId;
      },
    ],
    [
      'was used',
      'already-begun',
      async () => {
        const { approvalId, actionId } = await approved();
        await confirm(actionId);
        return approvalId;
      },
    ],
    [
      'belongs to a session that was rolled back',
      'already-begun',
      async () => {
        const { approvalId } = await approved();
        await organization.operator.post(`/sessions/${session}/rollback`);
        return approvalId;
      },
    ],
  ])('is 409 where the approval %s', async (_, code, arrange) => {
    const id = await arrange();
    const before = await approvalOf(id);
    expect(refused(await post(`/approvals/${id}/revoke`))).toEqual([409, code]);
    expect({ ...(await approvalOf(id)), timeRemaining: 0 }).toEqual({ ...before, timeRemaining: 0 });
  });
});

describe('an approval that was given', () => {
  it('counts as long as it waited at most, or as the strictest of its policies says', async () => {
    const { agent, operator } = organization;
    const secondsOf = async (id: string) => {
      const { usableUntil, decidedAt } = await approvalOf(id);
      return Math.round((Date.parse(usableUntil) - Date.parse(decidedAt)) / 1_000);
    };
    expect(await secondsOf((await approved({ timeoutMs: 600_000 })).approvalId)).toBe(600);
    for (const approvalUsableSeconds of [90, 60, null])
      await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', approvalUsableSeconds });
    const asked = (await agent.post(`/sessions/${session}/actions`, call())).body.data;
    await post(`/approvals/${asked.approval.id}/approve`);
    expect(await secondsOf(asked.approval.id)).toBe(60);
    expect((await actionOf(asked.id)).approval).toMatchObject({ usableUntil: expect.any(String) });
    for (const wrong of [9, 2_678_401]) {
      const policy = { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', approvalUsableSeconds: wrong };
      expect((await operator.post('/policies', policy)).status).toBe(400);
    }
  });

  it('lapses when its time is over: nothing more may run, and a later confirmation is the violation "lapsed"', async () => {
    const { approvalId, actionId } = await approved();
    await over(approvalId);
    const ended = { status: 'REJECTED', reason: 'lapsed', code: 'lapsed', decidedBy: null, usableUntil: null };
    expect(await approvalOf(approvalId, organization.agent)).toMatchObject(ended);
    expect(await listed('REJECTED')).toEqual([approvalId]);
    expect(refused(await post(`/approvals/${approvalId}/revoke`))).toEqual([409, 'already-decided']);
    await eventually(
      () => actionOf(actionId),
      ({ status }) => status === 'REJECTED',
    );
    expect(await actionOf(actionId)).toMatchObject({ refusal: { code: 'lapsed', reason: 'lapsed' } });
    expect(await approvalOf(approvalId)).toMatchObject(ended);
    expect(await audited('approval.lapsed')).toHaveLength(1);
    expect((await confirm(actionId)).body.data).toMatchObject({ status: 'SUCCESS', violation: 'lapsed' });
  });

  it('is the violation "lapsed" also before the job has noted it, and none a moment earlier', async () => {
    const [late, early] = [await approved(), await approved({ payload: { id: 8 } })];
    expect((await confirm(early.actionId)).body.data).toMatchObject({ status: 'SUCCESS', violation: null });
    await over(late.approvalId);
    expect((await confirm(late.actionId)).body.data).toMatchObject({ status: 'SUCCESS', violation: 'lapsed' });
    expect(await approvalOf(early.approvalId)).toMatchObject({ status: 'APPROVED', usableUntil: null });
  });

  it('is found again under the Idempotency-Key of its call, also after a day; a call without a person is not', async () => {
    const { agent } = organization;
    const ask = (more: object, key: string, at = agent) =>
      at.post(`/sessions/${session}/actions?wait=0`, call(more), key);
    const [key, plainKey] = [unique('key'), unique('key')];
    const asked = (await ask({ status: 'PENDING_APPROVAL' }, key)).body.data;
    const plain = (await ask({ payload: { id: 9 } }, plainKey)).body.data;
    await rows.query("UPDATE actions SET created_at = now() - interval '25 hours' WHERE session_id = $1", [session]);
    await post(`/approvals/${asked.approval.id}/approve`);
    const again = await ask({ status: 'PENDING_APPROVAL' }, key, agent.at(serviceB));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.data).toMatchObject({ id: asked.id, status: 'CLEARED', approval: { id: asked.approval.id } });
    expect((await ask({ payload: { id: 9 } }, plainKey)).body.data.id).not.toBe(plain.id);
  });

  it('tells the agent what an operator changed, and why', async () => {
    const { approvalId, actionId } = await gated(organization.agent, session);
    const [from, to] = [{ id: 7 }, { id: 70 }];
    expect((await post(`/approvals/${approvalId}/approve`, organization.operator, { reason: 'x' })).status).toBe(400);
    const body = { payload: to, reason: 'It is the other customer.' };
    expect((await post(`/approvals/${approvalId}/approve`, organization.operator, body)).status).toBe(200);
    expect((await actionOf(actionId)).edited).toEqual({ from, to, by: 'operator', reason: body.reason });
    expect((await approvalOf(approvalId)).reason).toBeNull();
    expect((await actionOf((await approved()).actionId)).edited).toBeNull();
  });
});

describe('a refusal of a call', () => {
  it('has its code in the problem, in the approval and in the action', async () => {
    const { agent, operator } = organization;
    const rejected = await gated(agent, session);
    await post(`/approvals/${rejected.approvalId}/reject`, operator, { reason: 'lapsed' });
    expect(await actionOf(rejected.actionId)).toMatchObject({ refusal: { code: 'rejected', reason: 'lapsed' } });
    const expired = await gated(agent, session);
    await rows.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [expired.approvalId]);
    expect(await approvalOf(expired.approvalId)).toMatchObject({ code: 'expired' });
    await operator.post('/policies', { apiNamePattern: 'crm.blocked', action: 'BLOCK', reason: 'Never.' });
    const { error } = (await agent.post(`/sessions/${session}/actions`, call({ apiName: 'crm.blocked' }))).body;
    expect(error.code).toBe('policy');
    expect(await actionOf(error.actionId)).toMatchObject({ refusal: { code: 'policy', reason: 'Never.' } });
    const paused = await gated(agent, session);
    const [{ id }] = (await operator.get('/agents')).body.data;
    await operator.put(`/agents/${id}`, { status: 'PAUSED' });
    await eventually(
      () => actionOf(paused.actionId),
      ({ status }) => status === 'REJECTED',
    );
    expect(await actionOf(paused.actionId)).toMatchObject({ refusal: { code: 'paused' } });
    expect((await agent.post(`/sessions/${session}/actions`, call())).body.error.code).toBe('paused');
    expect((await agent.get(`/approvals/${session}`)).body.error.code).toBeUndefined();
  });
});

describe('a performed call whose approval is taken back', () => {
  /** It stays queued, as if every process were busy. */
  async function queued(): Promise<{ world: Performing; id: string; approval: string }> {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const { id, approval } = (await world.perform(UPDATE.apiName, UPDATE.payload, { wait: 0 })).body.data;
    await rows.query("UPDATE performed_calls SET leased_until = now() + interval '1 hour' WHERE action_id = $1", [id]);
    await world.operator.post(`/approvals/${approval.id}/approve`);
    expect((await world.read(id)).body.data).toMatchObject({ status: 'CLEARED', performance: { state: 'queued' } });
    return { world, id, approval: approval.id };
  }
  const release = (id: string) =>
    rows.query('UPDATE performed_calls SET leased_until = NULL WHERE action_id = $1', [id]);

  it.each<[string, (world: Performing, approval: string) => Promise<unknown>]>([
    ['revoked', ({ operator }, approval) => operator.post(`/approvals/${approval}/revoke`)],
    ['lapsed', (_, approval) => over(approval)],
  ])('%s is never made', async (code, takeBack) => {
    const { world, id, approval } = await queued();
    await takeBack(world, approval);
    await release(id);
    const ended = await eventually(
      async () => (await world.read(id)).body.data,
      ({ performance }) => performance.state === 'done',
    );
    expect(ended).toMatchObject({ status: 'REJECTED', refusal: { code }, performance: { attempts: 0 } });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('runs where it is not taken back; then its approval is used, and 409 already-begun', async () => {
    const { world, id, approval } = await queued();
    await release(id);
    await eventually(
      async () => (await world.read(id)).body.data,
      ({ status }) => status === 'SUCCESS',
    );
    expect(await listed('UNUSED', world.operator)).toEqual([]);
    expect(refused(await post(`/approvals/${approval}/revoke`, world.operator))).toEqual([409, 'already-begun']);
    expect((await world.credits())[0]).toBe('1:99');
  });
});
