import { Caller, newOrganization, newSession, type Organization, serviceB } from '../../support/client.js';
import { call, errorOf, gated, logged, rows } from '../../support/ledger.js';

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const gate = { apiNamePattern: 'crm.customer.*', action: 'REQUIRE_APPROVAL' };
const over500 = { field: 'amount', operator: 'gt', value: 500 };

const simulate = async (draft: object) => {
  const answer = await organization.operator.post('/policies/simulate', draft);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: null });
  return answer.body.data;
};

describe('a simulated policy', () => {
  it('counts the past calls that it would have allowed, gated and blocked, with samples, and stores nothing', async () => {
    const { agent, operator } = organization;
    const session = await newSession(agent, 'clerk');
    for (const amount of [100, 501, 900]) await logged(agent, session, { payload: { amount } });
    await logged(agent, session, { apiName: 'mail.messages.send', payload: { amount: 900 } });

    const result = await simulate({ ...gate, condition: over500, reason: 'Large', mode: 'shadow', enabled: false });

    expect(result).toMatchObject({
      complete: true,
      evaluated: 4,
      matched: 2,
      allowed: { calls: 2, undone: 0 },
      gated: { calls: 2, undone: 0 },
      blocked: { calls: 0, undone: 0 },
      newlyHeldUp: 2,
    });
    expect(result.samples.map((sample: { payloadSummary: string }) => sample.payloadSummary)).toEqual([
      '{"amount":501}',
      '{"amount":900}',
    ]);
    expect(result.samples[0]).toEqual({
      actionId: expect.any(String),
      sessionId: session,
      agentId: 'clerk',
      apiName: 'crm.customer.update',
      summary: 'crm.customer.update: amount=501',
      payloadSummary: '{"amount":501}',
      decision: 'REQUIRE_APPROVAL',
      recordedDecision: 'ALLOW',
      status: 'CLEARED',
      undone: false,
      createdAt: expect.any(String),
    });
    expect(Date.parse(result.to) - Date.parse(result.from)).toBe(30 * 86_400_000);
    expect((await operator.get('/policies')).body.data).toEqual([]);
  });

  it('warns of a pattern that differs from known operations by case or look-alikes alone', async () => {
    const patterns = ['Stripe.refunds.create', 'github.lssues.update', 'stripe.refunds.*', 'crm.customer.*'];
    const warned = await Promise.all(
      patterns.map(async (apiNamePattern) => (await simulate({ apiNamePattern, action: 'BLOCK' })).warnings),
    );
    expect(warned).toEqual([
      [
        {
          code: 'look-alike',
          message: expect.stringContaining('Stripe.refunds.create'),
          apiNames: ['stripe.refunds.create'],
        },
      ],
      [{ code: 'look-alike', message: expect.any(String), apiNames: ['github.issues.update'] }],
      [],
      [],
    ]);
  });

  it("evaluates the requested arguments, not the approver's edit, and knows the calls that were held before", async () => {
    const { agent, operator } = organization;
    const session = await newSession(agent);
    const { approvalId } = await gated(agent, session, { payload: { amount: 900 } });
    await operator.post(`/approvals/${approvalId}/approve`, { payload: { amount: 5 } });
    await operator.post('/policies', { ...gate, action: 'BLOCK' });
    await logged(agent, session, { payload: { amount: 900 } });

    const result = await simulate({ ...gate, condition: over500 });

    expect(result).toMatchObject({ evaluated: 2, gated: { calls: 2 }, newlyHeldUp: 1 });
  });

  it('counts the calls among them that were undone later', async () => {
    const { agent } = organization;
    const session = await newSession(agent);
    const undone = await logged(agent, session, { status: 'SUCCESS' });
    await logged(agent, session, { status: 'SUCCESS' });
    await rows.query("UPDATE actions SET status = 'ROLLED_BACK' WHERE id = $1", [undone]);

    expect(await simulate({ ...gate, action: 'BLOCK' })).toMatchObject({ blocked: { calls: 2, undone: 1 } });
    expect(await simulate({ apiNamePattern: 'mail.*', action: 'BLOCK' })).toMatchObject({
      matched: 0,
      allowed: { calls: 2, undone: 1 },
      samples: [],
    });
  });

  it('looks at live sessions begun within the days asked for, and shows ten samples of each kind at most', async () => {
    const { agent, testAgent } = organization;
    const [session, older] = [await newSession(agent), await newSession(agent)];
    await Promise.all(Array.from({ length: 12 }, () => logged(agent, session)));
    await logged(agent, older);
    await logged(testAgent, await newSession(testAgent));
    await rows.query("UPDATE sessions SET created_at = now() - interval '3 days' WHERE id = $1", [older]);

    const result = await simulate({ ...gate, days: 2 });
    expect(result).toMatchObject({ evaluated: 12, gated: { calls: 12 } });
    expect(result.samples).toHaveLength(10);
    expect(await simulate({ ...gate, days: 4 })).toMatchObject({ evaluated: 13 });
  });

  it('reads a history of many pages whole, each call once', async () => {
    const { agent, id } = organization;
    const sessions = await Promise.all([newSession(agent), newSession(agent), newSession(agent)]);
    for (const session of sessions) {
      await rows.query(
        `INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, policy_decision)
         SELECT gen_random_uuid(), $1, $2, n, 'crm.customer.update', 'UPDATE', json_build_object('amount', n), 'x', 'SUCCESS', 'ALLOW'
         FROM generate_series(1, 1500) n`,
        [id, session],
      );
    }
    const result = await simulate({ ...gate, condition: over500 });
    expect(result).toMatchObject({ evaluated: 4500, gated: { calls: 3000 }, allowed: { calls: 1500 }, complete: true });
  });

  it('sees no other organization’s calls', async () => {
    const other = await newOrganization();
    await logged(other.agent, await newSession(other.agent));
    expect(await simulate(gate)).toMatchObject({ evaluated: 0, samples: [] });
  });

  it('is refused in the same cases as the policy itself, and to callers that may not create one', async () => {
    const { operator, agent } = organization;
    const refused = async (draft: object, caller: Caller = operator) => {
      const answer = await caller.post('/policies/simulate', draft);
      return `${answer.status} ${errorOf(answer)}`;
    };
    expect(await refused({ ...gate, apiNamePattern: 'crm..x' })).toBe('400 validation-failed');
    expect(await refused({ ...gate, condition: { field: 'constructor', operator: 'eq', value: 1 } })).toBe(
      '400 validation-failed',
    );
    expect(await refused({ ...gate, days: 91 })).toBe('400 validation-failed');
    expect(await refused(gate, agent)).toBe('403 operator-required');
    expect(await refused(gate, new Caller(serviceB, null))).toBe('401 unauthenticated');
  });
});

it('a call of the story is replayed as the live gate would judge it', async () => {
  const { agent, operator } = organization;
  const session = await newSession(agent);
  const draft = { ...gate, action: 'BLOCK', condition: { field: 'agentId', operator: 'starts_with', value: 'agent-' } };
  await logged(agent, session, call());
  const before = await simulate(draft);
  await operator.post('/policies', draft);
  const live = await agent.post(`/sessions/${session}/actions`, call());
  expect([before.blocked.calls, errorOf(live)]).toEqual([1, 'policy-blocked']);
});
