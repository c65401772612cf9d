import { randomUUID } from 'node:crypto';
import { Caller, newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

let organization: Organization;
let agentId: string;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  agentId = unique('agent');
  session = await newSession(organization.agent, agentId);
});
afterEach(() => expectConsistent(session));
afterAll(() => rows.end());

const at = (id: string) => `/sessions/${session}/actions/${id}`;
const begin = (id: string, more: object = {}, by: Caller = organization.agent) =>
  by.patch(at(id), { status: 'CLEARED', claim: randomUUID(), ...more });
const read = async (id: string) => (await organization.agent.get(at(id))).body.data;
const refused = (answer: Awaited<ReturnType<Caller['patch']>>) => [answer.status, errorOf(answer)];
/** A call that an operator approved. */
async function approved(more: object = {}) {
  const asked = await gated(organization.agent, session, more);
  expect((await organization.operator.post(`/approvals/${asked.approvalId}/approve`)).status).toBe(200);
  return asked;
}
const keyOf = async (slug: string) =>
  new Caller(
    organization.agent.service,
    (await organization.operator.post('/api-keys', { name: slug, kind: 'live', agentId: slug })).body.data.key,
  );

describe('PATCH /sessions/:id/actions/:actionId with a claim', () => {
  it('begins an approved call for one of sixteen clients of two processes, and uses its approval', async () => {
    const { actionId, approvalId } = await approved();
    const clients = [organization.agent, organization.agent.at(serviceB)];
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => begin(actionId, {}, clients[n % 2])));
    expect(tally(answers)).toEqual({ 200: 1, 409: 15 });
    const refusals = answers.filter(({ status }) => status === 409).map(errorOf);
    expect(new Set(refusals)).toEqual(new Set(['already-begun']));
    const { begunAt, approval, status } = await read(actionId);
    expect([Date.parse(begunAt) > 0, approval.usableUntil, status]).toEqual([true, null, 'CLEARED']);
    const unused = await organization.operator.get('/approvals?status=UNUSED');
    expect(unused.body.data).toEqual([]);
    const revoked = await organization.operator.post(`/approvals/${approvalId}/revoke`);
    expect(refused(revoked)).toEqual([409, 'already-begun']);
  });

  it('answers the same client again, and shows the name of the claim to no one', async () => {
    const { actionId } = await approved();
    const claim = randomUUID();
    const [first, again] = [await begin(actionId, { claim }), await begin(actionId, { claim })];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.data).toEqual(first.body.data);
    const shown = JSON.stringify([first.body, (await organization.operator.get(at(actionId))).body]);
    expect(shown).not.toContain(claim);
  });

  it('begins a call that needed no approval, too, and its outcome is recorded as ever', async () => {
    const id = await logged(organization.agent, session);
    expect((await begin(id)).status).toBe(200);
    expect(refused(await begin(id))).toEqual([409, 'already-begun']);
    const confirmed = await organization.agent.patch(at(id), { status: 'SUCCESS', response: 'done' });
    expect(confirmed.body.data).toMatchObject({ status: 'SUCCESS', violation: null, begunAt: expect.any(String) });
    expect(refused(await begin(id))).toEqual([409, 'already-begun']);
  });

  it.each<[string, number, string, (asked: { actionId: string; approvalId: string }) => Promise<unknown>]>([
    [
      'was revoked',
      409,
      'not-approved',
      async ({ approvalId }) => organization.operator.post(`/approvals/${approvalId}/revoke`),
    ],
    [
      'lapsed, although no job has recorded it',
      409,
      'not-approved',
      async ({ approvalId }) => rows.query('UPDATE approvals SET usable_until = now() WHERE id = $1', [approvalId]),
    ],
    [
      'is one of a session that was rolled back',
      409,
      'session-rolled-back',
      async () => {
        await organization.agent.patch(at(await logged(organization.agent, session)), { status: 'SUCCESS' });
        await organization.operator.post(`/sessions/${session}/rollback`);
      },
    ],
    [
      'is one of a completed session',
      409,
      'session-closed',
      async () => organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' }),
    ],
    [
      'is one of a paused agent',
      403,
      'agent-paused',
      async () => {
        const agents = (await organization.operator.get('/agents')).body.data;
        const { id } = agents.find(({ slug }: { slug: string }) => slug === agentId);
        await organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
      },
    ],
  ])('is refused where the call %s', async (_, status, code, arrange) => {
    const asked = await approved();
    await arrange(asked);
    expect(refused(await begin(asked.actionId))).toEqual([status, code]);
    expect((await read(asked.actionId)).begunAt).toBeNull();
  });

  it('is refused before the decision, after a withdrawal, and with other arguments than those approved', async () => {
    const waiting = await gated(organization.agent, session);
    expect(refused(await begin(waiting.actionId))).toEqual([409, 'not-approved']);
    await organization.agent.post(`/approvals/${waiting.approvalId}/withdraw`);
    expect(refused(await begin(waiting.actionId))).toEqual([409, 'not-approved']);
    const { actionId } = await approved();
    expect(refused(await begin(actionId, { payloadHash: 'f'.repeat(64) }))).toEqual([409, 'payload-changed']);
    expect(refused(await begin(actionId, { claim: 'mine' }))).toEqual([400, 'validation-failed']);
    expect(refused(await begin(actionId, { status: 'SUCCESS' }))).toEqual([400, 'validation-failed']);
    expect(refused(await begin(randomUUID()))).toEqual([404, 'not-found']);
    expect((await begin(actionId)).status).toBe(200);
  });

  it('is refused to the key of another agent, of the other mode and of another organization', async () => {
    const { actionId } = await approved();
    const other = await keyOf(unique('other'));
    expect(refused(await begin(actionId, {}, other))).toEqual([403, 'agent-mismatch']);
    for (const stranger of [organization.testAgent, (await newOrganization()).agent])
      expect(refused(await begin(actionId, {}, stranger))).toEqual([404, 'not-found']);
    expect((await read(actionId)).begunAt).toBeNull();
    expect((await begin(actionId, {}, await keyOf(agentId))).status).toBe(200);
  });
});

describe('a call that began and got no outcome', () => {
  it('is UNKNOWN an hour later, never REJECTED, and a late report of it is no violation', async () => {
    const { actionId } = await approved();
    await begin(actionId);
    await rows.query("UPDATE actions SET begun_at = now() - interval '61 minutes' WHERE id = $1", [actionId]);
    const unknown = await eventually(
      () => read(actionId),
      ({ status }) => status !== 'CLEARED',
    );
    expect(unknown).toMatchObject({ status: 'UNKNOWN', violation: null, refusal: null });
    const dirty = await organization.operator.get(`/sessions/${session}/dirty`);
    expect(dirty.body.data.dirty).toBe(true);
    expect(refused(await begin(actionId))).toEqual([409, 'already-begun']);
    const late = await organization.agent.patch(at(actionId), { status: 'SUCCESS' });
    expect(late.body.data).toMatchObject({ status: 'SUCCESS', violation: null });
  });
});

describe('an ask with the key of an earlier one', () => {
  it('finds the same call when another process captured and traced it again, and no other call', async () => {
    const { agent } = organization;
    const key = unique('key');
    const spans = ['ab', 'cd'].map((byte) => `00-${byte.repeat(16)}-${'12'.repeat(8)}-01`);
    const capture = async () =>
      (
        await agent.post(`/sessions/${session}/actions/precapture`, {
          apiName: 'crm.customer.update',
          payload: { id: 7 },
        })
      ).body.data.precaptureId;
    const ask = async (traceparent: string | undefined, more: object = {}) =>
      agent.post(
        `/sessions/${session}/actions`,
        call({ status: 'PENDING_APPROVAL', traceparent, precaptureId: await capture(), ...more }),
        key,
      );
    const [first, second] = [await ask(spans[0]), await ask(spans[1])];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toMatchObject({ id: first.body.data.id, traceparent: spans[0] });
    expect(refused(await ask(spans[0], { payload: { id: 8 } }))).toEqual([409, 'idempotency-conflict']);
  });
});
