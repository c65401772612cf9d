import { auditedBy } from '../../support/audit.js';
import {
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, rows, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { newMember } from '../../support/team.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
let session: string;
let first: Caller;
beforeEach(async () => {
  organization = await newOrganization();
  first = organization.operator;
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const join = () => newMember(organization);

const policy = (more: object = {}) =>
  first.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', requiredApprovals: 2, ...more });
const ask = async (more: object = {}): Promise<string> =>
  (await organization.agent.post(`/sessions/${session}/actions`, call(more))).body.data.approval.id;
const approve = (by: Caller, id: string, body?: object) => by.post(`/approvals/${id}/approve`, body);
const read = async (id: string) => (await first.get(`/approvals/${id}`)).body.data;

describe('a policy that asks for several approvals', () => {
  it('may ask for no more than the organization has members', async () => {
    const alone = await policy();
    expect([alone.status, alone.body.error.errors]).toEqual([
      400,
      [{ field: 'requiredApprovals', message: 'must be at most the number of members, which is 1' }],
    ]);
    expect((await first.get('/policies')).body.data).toEqual([]);
    for (const nonsense of [0, -1, 1.5, '2', null]) {
      expect((await policy({ requiredApprovals: nonsense })).status).toBe(400);
    }
    const one = await policy({ requiredApprovals: 1 });
    expect([one.status, one.body.data.requiredApprovals]).toEqual([201, 1]);
    const { id } = one.body.data;
    expect((await first.put(`/policies/${id}`, { requiredApprovals: 2 })).status).toBe(400);
    await join();
    expect((await first.put(`/policies/${id}`, { requiredApprovals: 3 })).status).toBe(400);
    expect((await first.put(`/policies/${id}`, { requiredApprovals: 2 })).body.data.requiredApprovals).toBe(2);
    expect((await first.put(`/policies/${id}`, { reason: 'as before' })).body.data.requiredApprovals).toBe(2);
  });

  it('sets the number of approvals when the approval is opened: the strictest gate decides, and later changes do not count', async () => {
    await join();
    const { id } = (await policy()).body.data;
    await policy({ requiredApprovals: 1 });
    const approvalId = await ask();
    await first.put(`/policies/${id}`, { requiredApprovals: 1 });
    expect((await read(approvalId)).approvals).toEqual({ required: 2, given: [] });
    const later = await eventually(
      async () => (await read(await ask())).approvals,
      ({ required }) => required === 1,
    );
    expect(later).toEqual({ required: 1, given: [] });
    const { approvalId: unasked } = await gated(organization.agent, session, { apiName: 'mail.messages.send' });
    expect((await read(unasked)).approvals.required).toBe(1);
  });
});

describe('an approval that needs two operators', () => {
  let second: Caller;
  let colleague: string;
  let approvalId: string;
  beforeEach(async () => {
    ({ caller: second, email: colleague } = await join());
    await policy();
    approvalId = await ask({ payload: { amount: 900 } });
  });

  it('waits for the second, and lists who has approved', async () => {
    const once = await approve(first, approvalId);
    expect([once.status, once.body.data]).toEqual([
      200,
      expect.objectContaining({
        status: 'PENDING',
        actionStatus: 'PENDING_APPROVAL',
        decidedBy: null,
        approvals: { required: 2, given: [{ by: organization.email, at: TIME }] },
      }),
    ]);
    expect((await first.get('/approvals')).body.data).toMatchObject([{ id: approvalId, status: 'PENDING' }]);
    await expectConsistent(session);
    const twice = await approve(second, approvalId);
    expect([twice.status, twice.body.data]).toEqual([
      200,
      expect.objectContaining({
        status: 'APPROVED',
        actionStatus: 'CLEARED',
        decidedBy: colleague,
        approvals: {
          required: 2,
          given: [
            { by: organization.email, at: TIME },
            { by: colleague, at: TIME },
          ],
        },
      }),
    ]);
    expect(errorOf(await approve(first, approvalId))).toBe('already-decided');
    await expectConsistent(session);
  });

  it('does not count the same operator twice', async () => {
    await approve(first, approvalId);
    const before = await read(approvalId);
    const again = await approve(first.at(serviceB), approvalId);
    expect([again.status, errorOf(again)]).toEqual([409, 'already-approved-by-you']);
    expect(await read(approvalId)).toEqual({ ...before, timeRemaining: expect.any(Number) });
  });

  it('answers a repeated request as it did, and counts it once', async () => {
    const path = `/approvals/${approvalId}/approve`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        first.at(index % 2 ? serviceA : serviceB).request('POST', path, { body: {}, key: 'once' }),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 8 });
    expect((await read(approvalId)).approvals.given).toHaveLength(1);
  });

  it('is rejected by one operator, also after another has approved', async () => {
    await approve(first, approvalId);
    const rejected = await second.post(`/approvals/${approvalId}/reject`, { reason: 'no' });
    expect(rejected.body.data).toMatchObject({
      status: 'REJECTED',
      actionStatus: 'REJECTED',
      decidedBy: colleague,
      approvals: { required: 2, given: [{ by: organization.email, at: TIME }] },
    });
    expect(errorOf(await approve(second, approvalId))).toBe('already-decided');
    await expectConsistent(session);
  });

  it('that is edited loses its earlier approvals, and needs operators who have seen the edit', async () => {
    await approve(first, approvalId);
    const edited = await approve(second, approvalId, { payload: { amount: 50 } });
    expect(edited.body.data).toMatchObject({
      status: 'PENDING',
      payload: { amount: 50 },
      approvals: { required: 2, given: [{ by: colleague, at: TIME }] },
    });
    const { payloadHash } = edited.body.data;
    expect(errorOf(await approve(first, approvalId))).toBe('payload-changed');
    expect(errorOf(await approve(second, approvalId, { payloadHash }))).toBe('already-approved-by-you');
    const done = await approve(first, approvalId, { payloadHash });
    expect(done.body.data).toMatchObject({ status: 'APPROVED', actionStatus: 'CLEARED', payload: { amount: 50 } });
    const [action] = (await first.get(`/sessions/${session}`)).body.data.actions;
    expect(action).toMatchObject({ payload: { amount: 50 }, originalPayload: { amount: 900 }, status: 'CLEARED' });
    await expectConsistent(session);
  });

  it('is not edited when the same arguments are sent in another order', async () => {
    await approve(first, approvalId);
    const same = await approve(second, approvalId, { payload: { amount: 900 } });
    expect(same.body.data).toMatchObject({ status: 'APPROVED', approvals: { given: [{}, {}] } });
    const [action] = (await first.get(`/sessions/${session}`)).body.data.actions;
    expect(action.originalPayload).toBeNull();
  });

  it('is never cleared by a grant, and carries none', async () => {
    const grant = { apiNamePattern: '*', maxUses: 10, minutes: 5 };
    for (const by of [first, second]) expect(errorOf(await approve(by, approvalId, { grant }))).toBe('not-grantable');
    expect((await read(approvalId)).approvals.given).toEqual([]);
    const { approvalId: plain } = await gated(organization.agent, session, { apiName: 'mail.messages.send' });
    expect((await approve(first, plain, { grant })).body.data.grant).toMatchObject({ apiNamePattern: '*' });
    expect((await read(await ask())).status).toBe('PENDING');
    expect((await first.get('/approvals/grants')).body.data).toMatchObject([{ uses: 0 }]);
  });

  it('is audited with each approval, and its decision', async () => {
    const { entries } = await auditedBy(organization, async () => {
      await approve(first, approvalId);
      await approve(first, approvalId);
      await approve(second, approvalId);
    });
    const given = [
      { by: organization.email, at: TIME },
      { by: colleague, at: TIME },
    ];
    const shown = (status: string, count: number) =>
      expect.objectContaining({ status, approvals: { required: 2, given: given.slice(0, count) } });
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'approval.given',
        actor: expect.objectContaining({ label: organization.email }),
        before: shown('PENDING', 0),
        after: shown('PENDING', 1),
      }),
      expect.objectContaining({
        action: 'approval.approved',
        actor: expect.objectContaining({ label: colleague }),
        before: shown('PENDING', 1),
        after: shown('APPROVED', 2),
      }),
    ]);
  });

  it('expires like any other, half approved', async () => {
    await approve(first, approvalId);
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [approvalId]);
    expect(errorOf(await approve(second, approvalId))).toBe('already-decided');
    expect(await read(approvalId)).toMatchObject({ status: 'REJECTED', reason: 'expired' });
  });

  it("keeps the agent's request waiting until both have approved", async () => {
    const agent = organization.agent.at(serviceB);
    let isAnswered = false;
    const held = agent.get(`/approvals/${approvalId}?wait=60`).finally(() => {
      isAnswered = true;
    });
    await approve(first, approvalId);
    // The same process has looked since, because it answers a later decision.
    const later = await ask();
    const told = agent.get(`/approvals/${later}?wait=60`);
    await first.post(`/approvals/${later}/reject`);
    expect([(await told).body.data.status, isAnswered]).toEqual(['REJECTED', false]);
    await approve(second, approvalId);
    expect((await held).body.data).toMatchObject({ status: 'APPROVED', actionStatus: 'CLEARED' });
  });
});

it('an edit that a stricter policy gates needs as many approvals as that policy', async () => {
  const { caller: second } = await join();
  await policy({ requiredApprovals: 1 });
  await policy({ condition: { field: 'amount', operator: 'gt', value: 500 } });
  const id = await ask({ payload: { amount: 1 } });
  expect((await read(id)).approvals.required).toBe(1);
  const edited = await approve(first, id, { payload: { amount: 501 } });
  expect(edited.body.data).toMatchObject({ status: 'PENDING', approvals: { required: 2, given: [{}] } });
  const { payloadHash } = edited.body.data;
  expect((await approve(second, id, { payloadHash })).body.data.status).toBe('APPROVED');
});

describe('two concurrent operators at two processes', () => {
  it('clear the call exactly once, with the second approval, however often each of them approves', async () => {
    const { caller: second, email } = await join();
    await policy();
    for (let round = 0; round < 25; round++) {
      session = await newSession(organization.agent);
      const id = await ask();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          approve((index % 2 ? first : second).at(index & 2 ? serviceA : serviceB), id),
        ),
      );
      const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.status);
      expect(done.sort()).toEqual(['APPROVED', 'PENDING']);
      const refused = new Set(answers.filter(({ status }) => status !== 200).map(errorOf));
      for (const code of refused) expect(['already-approved-by-you', 'already-decided']).toContain(code);
      const { approvals, actionStatus } = await read(id);
      expect(actionStatus).toBe('CLEARED');
      expect(approvals.given.map(({ by }: { by: string }) => by).sort()).toEqual([organization.email, email].sort());
      const { rows: decisions } = await rows.query(
        "SELECT count(*)::int AS times FROM audit_entries WHERE target->>'id' = $1 AND action = 'approval.approved'",
        [id],
      );
      expect(decisions).toEqual([{ times: 1 }]);
      await expectConsistent(session);
    }
  });

  it('never clear arguments that one of them has not approved, when the other edits', async () => {
    const { caller: second } = await join();
    await policy();
    for (let round = 0; round < 15; round++) {
      session = await newSession(organization.agent);
      const id = await ask({ payload: { round } });
      const { payloadHash } = await read(id);
      const [plain, edit] = await Promise.all([
        approve(first, id, round % 2 ? { payloadHash } : undefined),
        approve(second, id, { payload: { edited: round } }),
      ]);
      expect(edit.status).toBe(200);
      if (plain.status !== 200) expect(errorOf(plain)).toBe('payload-changed');
      expect(await read(id)).toMatchObject({
        status: 'PENDING',
        payload: { edited: round },
        approvals: { given: [{}] },
      });
      await expectConsistent(session);
    }
  });
});
