import { PatternTrie, parsePattern } from '../../../src/policies/pattern.js';
import { auditedBy, requestOf } from '../../support/audit.js';
import {
  type Answer,
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, rows, setPlan, tally } from '../../support/ledger.js';
import fc from '../../support/properties.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent, 'biller');
  await organization.operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL' });
});
afterAll(() => rows.end());

const at = (caller: Caller, index: number) => caller.at(index % 2 ? serviceA : serviceB);
const ask = (more: object = {}, caller = organization.agent, where = session) =>
  caller.post(`/sessions/${where}/actions`, call(more));
const grants = async () => (await organization.operator.get('/approvals/grants')).body.data;
const approve = (id: string, grant: object, more: object = {}) =>
  organization.operator.post(`/approvals/${id}/approve`, { grant, ...more });

/** Approves one waiting call of the session with a grant; gives that. */
async function granted(more: object = {}) {
  const { approvalId } = await gated(organization.agent, session);
  const { body } = await approve(approvalId, { apiNamePattern: 'crm.*', maxUses: 2, minutes: 5, ...more });
  return body.data.grant;
}

const outcome = ({ status, body }: Answer) =>
  status === 201 ? (body.data.status === 'CLEARED' ? 'cleared' : 'waits') : (errorOf({ body } as Answer) ?? status);
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1;
  return counts;
}

describe('a grant of an agent that is paused', () => {
  it('ends with the pause: after the resume its calls wait again', async () => {
    const { id } = await granted({ maxUses: 5 });
    expect(outcome(await ask())).toBe('cleared');
    const [agent] = (await organization.operator.get('/agents')).body.data;
    await organization.operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
    await organization.operator.put(`/agents/${agent.id}`, { status: 'ACTIVE' });
    expect(outcome(await ask())).toBe('waits');
    expect(await grants()).toMatchObject([{ id, status: 'REVOKED', uses: 1 }]);
  });
});

describe('approving with a grant', () => {
  it('clears as many calls of that name in the session as the grant names; the next one waits', async () => {
    const { approvalId } = await gated(organization.agent, session);
    const answer = await approve(approvalId, { apiNamePattern: 'crm.*', maxUses: 2, minutes: 5 });
    const shown = {
      id: expect.any(String),
      sessionId: session,
      agentId: 'biller',
      approvalId,
      apiNamePattern: 'crm.*',
      toolCallId: null,
      status: 'ACTIVE',
      maxUses: 2,
      uses: 0,
      remainingUses: 2,
      createdBy: organization.email,
      createdAt: TIME,
      expiresAt: TIME,
      revokedAt: null,
    };
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ status: 'APPROVED', grant: shown }),
    ]);
    const { createdAt, expiresAt, id } = answer.body.data.grant;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(300_000);
    const first = await ask();
    expect([first.status, first.body.data]).toEqual([
      201,
      expect.objectContaining({ status: 'CLEARED', approval: null, violation: null }),
    ]);
    expect(await grants()).toEqual([{ ...shown, uses: 1, remainingUses: 1 }]);
    expect(outcome(await ask())).toBe('cleared');
    expect(outcome(await ask())).toBe('waits');
    expect(await grants()).toEqual([{ ...shown, status: 'EXHAUSTED', uses: 2, remainingUses: 0 }]);
    const { actions } = (await organization.operator.get(`/sessions/${session}`)).body.data;
    const { policy } = actions[0];
    expect(actions.map((action: typeof actions) => action.policy)).toEqual(
      [null, id, id, null].map((grantId, index) => ({
        ...(index === 0 ? policy : { ...actions[1].policy }),
        decision: 'REQUIRE_APPROVAL',
        grantId,
      })),
    );
    const card = (await organization.operator.get(`/approvals/${approvalId}`)).body.data;
    expect(card.grant).toMatchObject({ id, uses: 2 });
    await expectConsistent(session);
  });

  it('lets the cleared call be confirmed like any other, and gives a repeated request the same answer', async () => {
    const grant = await granted({ maxUses: 1 });
    const key = 'once';
    const path = `/sessions/${session}/actions`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        at(organization.agent, index).request('POST', path, { body: call(), key }),
      ),
    );
    expect(outcomes(answers)).toEqual({ cleared: 8 });
    const { id } = answers[0]?.body.data ?? {};
    const confirmed = await organization.operator.patch(`${path}/${id}`, { status: 'SUCCESS' });
    expect(confirmed.body.data).toMatchObject({ status: 'SUCCESS', violation: null, policy: { grantId: grant.id } });
    expect(await grants()).toMatchObject([{ uses: 1 }]);
    await expectConsistent(session);
  });

  it('is audited, each once; its uses are in the ledger', async () => {
    const { approvalId } = await gated(organization.agent, session);
    const { value, entries } = await auditedBy(organization, () =>
      approve(approvalId, { apiNamePattern: 'crm.*', maxUses: 2, minutes: 5 }),
    );
    const { grant } = value.body.data;
    const target = { type: 'grant', id: grant.id };
    const common = { actor: expect.objectContaining({ kind: 'USER', label: organization.email }), target };
    expect(entries).toEqual([
      expect.objectContaining({ action: 'approval.approved' }),
      expect.objectContaining({
        ...common,
        action: 'grant.created',
        before: null,
        after: grant,
        requestId: requestOf(value),
      }),
    ]);
    const used = await auditedBy(organization, () => ask());
    expect([outcome(used.value), used.entries]).toEqual(['cleared', []]);
    const revoking = () => organization.operator.delete(`/approvals/grants/${grant.id}`);
    const revoked = await auditedBy(organization, revoking);
    const before = { ...grant, uses: 1, remainingUses: 1 };
    const after = { ...before, status: 'REVOKED', remainingUses: 0, revokedAt: TIME };
    expect(revoked.entries).toEqual([expect.objectContaining({ ...common, action: 'grant.revoked', before, after })]);
    expect((await auditedBy(organization, revoking)).entries).toEqual([]);
  });

  it.each([
    [{ apiNamePattern: 'crm.', maxUses: 1, minutes: 1 }, 'grant.apiNamePattern'],
    [{ apiNamePattern: 'crm.*', maxUses: 0, minutes: 1 }, 'grant.maxUses'],
    [{ apiNamePattern: 'crm.*', maxUses: 1_001, minutes: 1 }, 'grant.maxUses'],
    [{ apiNamePattern: 'crm.*', maxUses: 1, minutes: 0 }, 'grant.minutes'],
    [{ apiNamePattern: 'crm.*', maxUses: 1, minutes: 1_441 }, 'grant.minutes'],
    [{ apiNamePattern: 'crm.*', maxUses: 1 }, 'grant.minutes'],
    [{ apiNamePattern: 'crm.*', maxUses: 1, minutes: 1, forever: true }, 'grant.forever'],
    [{ apiNamePattern: 'crm.*', maxUses: 1, minutes: 1, within: 'organization' }, 'grant.within'],
    [{ apiNamePattern: 'crm.*', maxUses: 1, minutes: 1, within: 'tool-call' }, 'grant.within'],
    [[], 'grant'],
  ])('returns 400 for %j, and decides nothing', async (grant, field) => {
    const { approvalId } = await gated(organization.agent, session);
    const { status, body } = await approve(approvalId, grant);
    expect(status).toBe(400);
    expect(new Set(body.error.errors.map((error: { field: string }) => error.field))).toEqual(new Set([field]));
    expect((await organization.agent.get(`/approvals/${approvalId}`)).body.data.status).toBe('PENDING');
    expect(await grants()).toEqual([]);
  });
});

describe('a grant', () => {
  it('clears only calls that would have to wait, of a name that it covers, in its own session', async () => {
    const { agent, operator } = organization;
    await operator.post('/policies', {
      apiNamePattern: 'crm.customer.delete',
      action: 'BLOCK',
    });
    await granted({ apiNamePattern: 'crm.customer.*', maxUses: 10 });
    const elsewhere = await newSession(agent, 'biller');
    expect(outcome(await ask({ apiName: 'crm.customer.delete' }))).toBe('policy-blocked');
    expect(outcome(await ask({ apiName: 'crm.invoice.pay' }))).toBe('waits');
    expect(outcome(await ask({}, agent, elsewhere))).toBe('waits');
    expect((await ask({ apiName: 'mail.messages.send' })).body.data).toMatchObject({ status: 'CLEARED' });
    expect(await grants()).toMatchObject([{ uses: 0 }]);
    expect(outcome(await ask({ apiName: 'crm.customer.merge' }))).toBe('cleared');
    expect(await grants()).toMatchObject([{ uses: 1 }]);
  });

  it('covers the policies that required the approval it was made with, and no other', async () => {
    const { operator } = organization;
    const [first] = (await operator.get('/policies')).body.data;
    const gate = async (more: object = {}) => {
      const { body } = await operator.post('/policies', {
        apiNamePattern: 'crm.customer.update',
        action: 'REQUIRE_APPROVAL',
        ...more,
      });
      return body.data.id;
    };
    const change = (id: string, changes: object) => operator.put(`/policies/${id}`, changes);
    const sleeping = await gate({ enabled: false });
    await granted({ maxUses: 100 });
    expect(outcome(await ask())).toBe('cleared');
    const shadow = await gate({ mode: 'shadow' });
    expect(outcome(await ask())).toBe('cleared');

    const later = await gate();
    expect(outcome(await ask())).toBe('waits');
    expect(outcome(await ask({ apiName: 'crm.invoice.pay' }))).toBe('cleared');
    await operator.delete(`/policies/${later}`);
    expect(outcome(await ask())).toBe('cleared');

    for (const id of [sleeping, shadow]) {
      await change(id, { enabled: true, mode: 'enforce' });
      expect(outcome(await ask())).toBe('waits');
      await change(id, { enabled: false });
      expect(outcome(await ask())).toBe('cleared');
    }
    await change(first.id, { reason: 'said in other words' });
    expect(outcome(await ask())).toBe('cleared');
    await change(first.id, { condition: { field: 'id', operator: 'eq', value: 7 } });
    expect(outcome(await ask())).toBe('waits');
    await change(first.id, { condition: null });
    expect(outcome(await ask())).toBe('cleared');
    await granted({ maxUses: 1 });
    await gate();
    await granted({ maxUses: 1 });
    expect(outcome(await ask())).toBe('cleared');
    expect((await grants()).map(({ uses }: { uses: number }) => uses)).toEqual([1, 0, 8]);
    expect(outcome(await ask())).toBe('waits');
    await expectConsistent(session);
  });

  it('clears no call behind a gate from the time the gate is added, in any process, also for calls in flight', async () => {
    const { agent, operator } = organization;
    for (let round = 0; round < 10; round++) {
      session = await newSession(agent, 'biller');
      await granted({ maxUses: 1_000 });
      const meanwhile = Array.from({ length: 12 }, (_, index) => ask({}, at(agent, index)));
      const gate = { apiNamePattern: 'crm.*.update', action: 'REQUIRE_APPROVAL' };
      const { id } = (await at(operator, round).post('/policies', gate)).body.data;
      const late = await Promise.all(Array.from({ length: 4 }, (_, index) => ask({}, at(agent, index))));
      expect(outcomes(late)).toEqual({ waits: 4 });
      const { cleared = 0 } = outcomes(await Promise.all(meanwhile));
      expect((await grants())[0]).toMatchObject({ uses: cleared, status: 'ACTIVE' });
      await operator.delete(`/policies/${id}`);
      await expectConsistent(session);
    }
  });

  it('does not clear calls for which the client itself requires approval, nor calls that ran unasked', async () => {
    await granted();
    expect(outcome(await ask({ status: 'PENDING_APPROVAL' }))).toBe('waits');
    const reported = await ask({ status: 'SUCCESS' });
    expect(reported.body.data).toMatchObject({ status: 'SUCCESS', violation: 'unapproved' });
    expect(reported.body.data.approval.status).toBe('PENDING');
    expect(await grants()).toMatchObject([{ uses: 0 }]);
    await expectConsistent(session);
  });

  it('does not count refused calls: over the quota, in a completed session, without a plan', async () => {
    await granted();
    const mismatch = await ask({ precaptureId: '01890a5d-ac96-774b-bcce-b302099a8057' });
    expect(errorOf(mismatch)).toBe('precapture-mismatch');
    await rows.query('UPDATE usage_months SET actions = 100000000 WHERE organization_id = $1', [organization.id]);
    expect(errorOf(await ask())).toBe('quota-exceeded');
    await rows.query('UPDATE usage_months SET actions = 0 WHERE organization_id = $1', [organization.id]);
    await organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect(errorOf(await ask())).toBe('session-closed');
    await setPlan(organization.id, 'FREE');
    expect(errorOf(await ask())).toBe('plan-required');
    const { rows: kept } = await rows.query('SELECT uses FROM approval_grants WHERE session_id = $1', [session]);
    expect(kept).toEqual([{ uses: 0 }]);
  });

  it('ends at its expiry time', async () => {
    const { id } = await granted();
    await rows.query('UPDATE approval_grants SET expires_at = clock_timestamp() WHERE id = $1', [id]);
    expect(outcome(await ask())).toBe('waits');
    expect(await grants()).toMatchObject([{ id, status: 'EXPIRED', uses: 0, remainingUses: 0 }]);
  });

  it('clears nothing any more once it is revoked, in any process, also for calls in flight', async () => {
    for (let round = 0; round < 10; round++) {
      session = await newSession(organization.agent, 'biller');
      const { id } = await granted({ maxUses: 1_000 });
      const meanwhile = Array.from({ length: 12 }, (_, index) => ask({}, at(organization.agent, index)));
      expect((await at(organization.operator, round).delete(`/approvals/grants/${id}`)).body.data).toEqual({
        id,
        deleted: true,
      });
      const late = await Promise.all(Array.from({ length: 4 }, (_, index) => ask({}, at(organization.agent, index))));
      expect(outcomes(late)).toEqual({ waits: 4 });
      const { cleared = 0 } = outcomes(await Promise.all(meanwhile));
      const [grant] = await grants();
      expect(grant).toMatchObject({ id, status: 'REVOKED', uses: cleared, remainingUses: 0 });
      await expectConsistent(session);
    }
  });

  it('is used exactly as often as permitted by any number of processes, also where two cover the same call', async () => {
    for (let round = 0; round < 10; round++) {
      session = await newSession(organization.agent, 'biller');
      await granted({ maxUses: 3, apiNamePattern: '*', minutes: 1 });
      await granted({ maxUses: 4, apiNamePattern: 'crm.*.update' });
      await granted({ maxUses: 5, apiNamePattern: 'crm.invoice.*' });
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => ask({}, at(organization.agent, index))),
      );
      expect(outcomes(answers)).toEqual({ cleared: 7, waits: 17 });
      const mine = (await grants()).slice(0, 3);
      expect(mine.map((grant: { uses: number }) => grant.uses)).toEqual([0, 4, 3]);
      const { rows: kept } = await rows.query(
        'SELECT grant_id AS id, count(*)::int AS uses FROM actions WHERE session_id = $1 AND grant_id IS NOT NULL GROUP BY 1 ORDER BY 2',
        [session],
      );
      expect(kept).toEqual([mine[2], mine[1]].map(({ id, uses }) => ({ id, uses })));
      await expectConsistent(session);
    }
  });

  it('covers the names that a policy of the same pattern covers', async () => {
    const segment = fc.constantFrom('a', 'b', 'A', 'a-b', 'a_b', 'aa', '1');
    const pattern = fc.array(fc.oneof(segment, fc.constant('*')), { minLength: 1, maxLength: 4 });
    const name = fc.array(fc.oneof(segment, fc.constantFrom('', '*', 'a\nb', '#')), { minLength: 1, maxLength: 5 });
    const cases = fc.sample(
      fc.tuple(pattern, name).map(([one, other]) => ({ pattern: one.join('.'), name: other.join('.') })),
      20_000,
    );
    const { rows: judged } = await rows.query(
      'SELECT matches_pattern(c.name, c.pattern) AS matches FROM json_to_recordset($1) AS c(pattern text, name text)',
      [JSON.stringify(cases)],
    );
    const wrong = cases.filter(({ pattern, name }, index) => {
      const trie = new PatternTrie<true>();
      trie.add(parsePattern(pattern), true);
      return trie.find(name).length > 0 !== judged[index].matches;
    });
    expect(wrong).toEqual([]);
    expect(judged.filter(({ matches }) => matches).length).toBeGreaterThan(500);
  });
});

describe('a grant for the tool call of an approved call', () => {
  const inside = (more: object = {}) => ask({ toolCallId: 'call-1', ...more });
  async function grantedWithin(more: object = {}) {
    const approvalId = (await inside()).body.data.approval.id;
    const grant = { apiNamePattern: '*', within: 'tool-call', maxUses: 2, minutes: 5, ...more };
    return (await approve(approvalId, grant)).body.data.grant;
  }

  it('clears the calls with its id, as often as it names, and none with another id or without one', async () => {
    const { id } = await grantedWithin();
    expect(await grants()).toMatchObject([{ id, apiNamePattern: '*', toolCallId: 'call-1', remainingUses: 2 }]);
    expect(outcome(await ask())).toBe('waits');
    expect(outcome(await ask({ toolCallId: 'call-2' }))).toBe('waits');
    const elsewhere = await newSession(organization.agent, 'biller');
    expect(outcome(await ask({ toolCallId: 'call-1' }, organization.agent, elsewhere))).toBe('waits');
    expect(await grants()).toMatchObject([{ uses: 0 }]);
    expect(outcome(await inside())).toBe('cleared');
    expect(outcome(await inside({ apiName: 'crm.invoice.pay' }))).toBe('cleared');
    expect(outcome(await inside())).toBe('waits');
    expect(await grants()).toMatchObject([{ id, uses: 2, status: 'EXHAUSTED' }]);
    await expectConsistent(session);
  });

  it('clears nothing that a policy blocks, or for which a policy asks that the approved call did not match', async () => {
    const { operator } = organization;
    await operator.post('/policies', { apiNamePattern: 'crm.customer.delete', action: 'BLOCK' });
    await operator.post('/policies', { apiNamePattern: 'crm.invoice.*', action: 'REQUIRE_APPROVAL' });
    await grantedWithin();
    expect(outcome(await inside({ apiName: 'crm.customer.delete' }))).toBe('policy-blocked');
    expect(outcome(await inside({ apiName: 'crm.invoice.pay' }))).toBe('waits');
    expect(outcome(await inside({ apiName: 'crm.customer.merge' }))).toBe('cleared');
  });
});

describe('/approvals/grants', () => {
  it('lists them newest first, page by page', async () => {
    const { operator } = organization;
    const ids = [await granted(), await granted(), await granted()].map(({ id }) => id).reverse();
    expect((await grants()).map(({ id }: { id: string }) => id)).toEqual(ids);
    const page = await operator.get('/approvals/grants?limit=2');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await operator.get(next)).body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  });

  it('are hidden from other organizations, and from agents', async () => {
    const { id } = await granted();
    const stranger = await newOrganization();
    expect((await stranger.operator.get('/approvals/grants')).body.data).toEqual([]);
    const foreign = await stranger.operator.delete(`/approvals/grants/${id}`);
    expect([foreign.status, foreign.body.error.detail]).toEqual([404, 'There is no such grant.']);
    const answers = [
      await organization.agent.get('/approvals/grants'),
      await organization.agent.delete(`/approvals/grants/${id}`),
    ];
    expect(tally(answers)).toEqual({ 403: 2 });
    expect(answers.map(errorOf)).toEqual(Array(2).fill('operator-required'));
    expect(await grants()).toMatchObject([{ id, status: 'ACTIVE' }]);
  });
});
