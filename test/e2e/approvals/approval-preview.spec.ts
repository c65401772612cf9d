import { type Caller, newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { call, errorOf, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

let organization: Organization;
let operator: Caller;
let agentId: string;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  operator = organization.operator;
  agentId = unique('agent');
  session = await newSession(organization.agent, agentId);
});
afterAll(() => rows.end());

const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';
const preview = (id: string, payload: unknown, more: object = {}, by: Caller = operator) =>
  by.post(`/approvals/${id}/preview`, { payload, ...more });
const approve = (id: string, body: object) => operator.post(`/approvals/${id}/approve`, body);
const policy = (action: string, over: number, more: object = {}) =>
  operator.post('/policies', {
    apiNamePattern: 'crm.*',
    condition: { field: 'amount', operator: 'gt', value: over },
    action,
    reason: `over ${over}`,
    ...more,
  });

/** All that a decision could have changed. */
async function stateOf(approvalId: string) {
  const { rows: found } = await rows.query(
    `SELECT to_json(p) AS approval, to_json(a) AS action, to_json(s) AS session,
       (SELECT count(*)::int FROM audit_entries e WHERE e.organization_id = p.organization_id) AS audited,
       (SELECT count(*)::int FROM snapshots n WHERE n.organization_id = p.organization_id) AS snapshots,
       (SELECT count(*)::int FROM approval_votes v WHERE v.organization_id = p.organization_id) AS votes,
       (SELECT count(*)::int FROM idempotency_keys k WHERE k.organization_id = p.organization_id) AS keys
     FROM approvals p JOIN actions a ON a.id = p.action_id JOIN sessions s ON s.id = p.session_id WHERE p.id = $1`,
    [approvalId],
  );
  return found[0];
}

describe('POST /approvals/:id/preview', () => {
  it('returns the verdict that the edit then gets, and changes nothing', async () => {
    const { approvalId } = await gated(organization.agent, session, { payload: { amount: 1 } });
    const gate = (await policy('REQUIRE_APPROVAL', 10)).body.data.id;
    const block = (await policy('BLOCK', 100)).body.data.id;
    const before = await stateOf(approvalId);
    const said = await Promise.all([5, 50, 500].map((amount) => preview(approvalId, { amount })));
    expect(said.map(({ status, body }) => [status, body.data.decision, body.data.policyIds, body.data.reason])).toEqual(
      [
        [200, 'ALLOW', [], null],
        [200, 'REQUIRE_APPROVAL', [gate], 'over 10'],
        [200, 'BLOCK', [block, gate], 'over 100'],
      ],
    );
    const elsewhere = await preview(approvalId, { amount: 500 }, {}, operator.at(serviceB));
    expect(elsewhere.body.data).toEqual(said[2]?.body.data);
    expect(await stateOf(approvalId)).toEqual(before);
    const blocked = await approve(approvalId, { payload: { amount: 500 } });
    expect([blocked.status, errorOf(blocked), blocked.body.error.policyIds]).toEqual([
      403,
      'policy-blocked',
      [block, gate],
    ]);
    const approved = await approve(approvalId, { payload: { amount: 50 } });
    expect([approved.status, approved.body.data.payloadHash]).toEqual([200, said[1]?.body.data.payloadHash]);
  });

  it('counts the operators whom the edited arguments would need', async () => {
    const { approvalId } = await gated(organization.agent, session, { payload: { amount: 1 } });
    await rows.query('UPDATE approvals SET required_approvals = 2 WHERE id = $1', [approvalId]);
    expect((await approve(approvalId, {})).body.data.status).toBe('PENDING');
    expect((await preview(approvalId, { amount: 2 })).body.data.requiredApprovals).toBe(2);
    // The same arguments are no edit: this operator has approved them already, also for the decision.
    const [said, done] = [
      await preview(approvalId, { amount: 1 }),
      await approve(approvalId, { payload: { amount: 1 } }),
    ];
    expect([said, done].map((answer) => [answer.status, errorOf(answer)])).toEqual([
      [409, 'already-approved-by-you'],
      [409, 'already-approved-by-you'],
    ]);
  });

  it('is refused with the same answer as the decision', async () => {
    const decided = (await gated(organization.agent, session)).approvalId;
    await operator.post(`/approvals/${decided}/reject`);
    const expired = (await gated(organization.agent, session)).approvalId;
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 millisecond' WHERE id = $1", [expired]);
    // A job notes the expiry soon. The answer is the same before and after it.
    const noted = (await gated(organization.agent, session)).approvalId;
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 millisecond' WHERE id = $1", [noted]);
    await eventually(
      async () => (await rows.query('SELECT decided_as FROM approvals WHERE id = $1', [noted])).rows[0].decided_as,
      (decidedAs) => decidedAs === 'EXPIRED',
    );
    await policy('REQUIRE_APPROVAL', 10);
    const ran = await logged(organization.agent, session, { status: 'SUCCESS', payload: { amount: 11 } });
    const { rows: reviews } = await rows.query('SELECT id FROM approvals WHERE action_id = $1', [ran]);
    const over = await newSession(organization.agent, agentId);
    const completed = (await gated(organization.agent, over)).approvalId;
    await organization.agent.patch(`/sessions/${over}`, { status: 'COMPLETED' });
    const stale = (await gated(organization.agent, session)).approvalId;
    const payloadHash = 'a'.repeat(64);
    const cases: [id: string, code: string, more?: object][] = [
      [ABSENT, 'not-found'],
      ['1', 'not-found'],
      [decided, 'already-decided'],
      [expired, 'already-decided'],
      [noted, 'already-decided'],
      [reviews[0].id, 'already-run'],
      [completed, 'session-closed'],
      [stale, 'payload-changed', { payloadHash }],
    ];
    for (const [id, code, more = {}] of cases) {
      const said = await preview(id, { amount: 1 }, more);
      const done = await approve(id, { payload: { amount: 1 }, ...more });
      expect([code, errorOf(said), said.status, said.body.error.detail]).toEqual([
        code,
        errorOf(done),
        done.status,
        done.body.error.detail,
      ]);
      if (id === expired || id === noted) expect(said.body.error.detail).toContain('has expired');
      if (id === decided) expect(said.body.error.detail).toContain('has been decided');
    }
  });

  it('is for operators of its organization, on a plan with approvals, with arguments', async () => {
    const { approvalId } = await gated(organization.agent, session);
    const stranger = await newOrganization();
    expect((await preview(approvalId, {}, {}, stranger.operator)).status).toBe(404);
    expect(errorOf(await preview(approvalId, {}, {}, organization.agent))).toBe('operator-required');
    for (const payload of [undefined, null, 'text', [1]]) expect((await preview(approvalId, payload)).status).toBe(400);
    expect((await preview(approvalId, {}, { more: 1 })).status).toBe(400);
  });

  it('returns agent-paused while the agent is paused, as the decision does', async () => {
    await organization.agent.post(`/sessions/${session}/actions`, call());
    const { body } = await operator.get('/agents');
    const agent = body.data.find(({ slug }: { slug: string }) => slug === agentId);
    const { approvalId } = await gated(organization.agent, session);
    await rows.query("UPDATE agents SET status = 'PAUSED' WHERE id = $1", [agent.id]);
    const [said, done] = [
      await preview(approvalId, { amount: 1 }),
      await approve(approvalId, { payload: { amount: 1 } }),
    ];
    // The job that finishes a pause may have been there first.
    expect(['agent-paused', 'already-decided']).toContain(errorOf(said));
    expect(['agent-paused', 'already-decided']).toContain(errorOf(done));
  });
});
