import { Caller, newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const SUM = { window: { sum: 'payload.amount' }, per: 'agent', seconds: 3_600, operator: 'gt', value: 1_000 };
const COUNT = { ...SUM, window: { count: true }, value: 2 };

const policy = async (condition: object, more: object = {}) => {
  const made = await organization.operator.post('/policies', {
    apiNamePattern: 'pay.*',
    action: 'BLOCK',
    condition,
    ...more,
  });
  expect([made.status, made.body.error]).toEqual([201, null]);
  return made.body.data;
};
const post = (payload: object, more: object = {}, service = serviceA) =>
  organization.agent.at(service).post(`/sessions/${session}/actions`, call({ apiName: 'pay.out', payload, ...more }));
async function asks(payload: object, more: object = {}, service = serviceA): Promise<string> {
  const answer = await post(payload, more, service);
  return errorOf(answer) ?? answer.body.data.status;
}

describe('a window of a policy', () => {
  it.each<[string, object]>([
    ['condition.seconds', { ...SUM, seconds: 59 }],
    ['condition.seconds', { ...SUM, seconds: 2_678_401 }],
    ['condition.operator', { ...SUM, operator: 'eq' }],
    ['condition.value', { ...SUM, value: '5' }],
    ['condition.window', { ...SUM, window: 'sum' }],
    ['condition.window.count', { ...SUM, window: { count: false } }],
    ['condition.window.sum', { ...SUM, window: { sum: 'amount' } }],
    ['condition.per', { ...SUM, per: 'agents' }],
    ['condition.per', { ...SUM, per: 'payload.to.*' }],
    ['condition.field', { ...SUM, field: 'amount' }],
  ])('is refused with 400 that names %s: %j', async (field, condition) => {
    const answer = await organization.operator.post('/policies', { apiNamePattern: '*', action: 'BLOCK', condition });
    expect(answer.status).toBe(400);
    expect(answer.body.error.errors.map((one: { field: string }) => one.field)).toContain(field);
  });

  it('limits the sum of what was permitted, this call included, in both processes', async () => {
    await policy(SUM);
    expect(await asks({ amount: 600 })).toBe('CLEARED');
    expect(await asks({ amount: 401 }, {}, serviceB)).toBe('policy-blocked');
    expect(await asks({ amount: 400 }, {}, serviceB)).toBe('CLEARED');
    expect(await asks({ amount: 0.01 })).toBe('policy-blocked');
    expect(await asks({ amount: 9_999 }, { apiName: 'mail.send' })).toBe('CLEARED');
  });

  it('forgets what failed, was rejected or undone, and what is older than its seconds', async () => {
    await policy(SUM);
    const failed = (await post({ amount: 900 })).body.data;
    expect(await asks({ amount: 900 })).toBe('policy-blocked');
    await organization.agent.patch(`/sessions/${session}/actions/${failed.id}`, { status: 'FAILED', response: {} });
    expect(await asks({ amount: 900 }, {}, serviceB)).toBe('CLEARED');
    expect(await asks({ amount: 200 })).toBe('policy-blocked');
    await rows.query("UPDATE policy_window_calls SET at = at - interval '1 hour' WHERE organization_id = $1", [
      organization.id,
    ]);
    expect(await asks({ amount: 1_000 })).toBe('CLEARED');
    expect(await asks({ amount: 1 })).toBe('policy-blocked');
  });

  it('keeps calls that wait, until a person decides or the session is purged, and no others', async () => {
    await policy({ ...COUNT, operator: 'gt', value: 0 }, { action: 'REQUIRE_APPROVAL' });
    const waiting = [(await post({})).body.data, (await post({})).body.data];
    await rows.query("UPDATE policy_window_calls SET at = at - interval '2 hours' WHERE organization_id = $1", [
      organization.id,
    ]);
    const kept = async () =>
      (
        await rows.query('SELECT action_id FROM policy_window_calls WHERE organization_id = $1', [organization.id])
      ).rows.map(({ action_id: id }) => id);
    const third = (await post({})).body.data;
    expect((await kept()).sort()).toEqual([...waiting, third].map(({ id }) => id).sort());
    const [first, second] = waiting;
    expect((await organization.operator.post(`/approvals/${first.approval.id}/reject`)).status).toBe(200);
    await post({}, { status: undefined });
    expect(await kept()).not.toContain(first.id);
    expect(await kept()).toContain(second.id);
    expect((await organization.operator.delete(`/sessions/${session}/purge`)).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  it('counts an approved call from its approval, and asks a person above the limit', async () => {
    await policy(COUNT, { action: 'REQUIRE_APPROVAL' });
    expect([await asks({}), await asks({})]).toEqual(['CLEARED', 'CLEARED']);
    const asked = (await post({})).body.data;
    expect(asked.status).toBe('PENDING_APPROVAL');
    const counted = async () =>
      (
        await rows.query(
          'SELECT sum(amount) FILTER (WHERE counts) AS sum FROM policy_window_calls WHERE organization_id = $1',
          [organization.id],
        )
      ).rows[0].sum;
    expect(await counted()).toBe('2');
    expect((await organization.operator.post(`/approvals/${asked.approval.id}/approve`)).status).toBe(200);
    expect(await counted()).toBe('3');
    expect(await asks({})).toBe('PENDING_APPROVAL');
  });

  it('is one for each agent, session, organization or value, however the value is written', async () => {
    await policy({ ...COUNT, value: 1, per: 'session' }, { apiNamePattern: 'a.*' });
    await policy({ ...COUNT, value: 1, per: 'organization' }, { apiNamePattern: 'b.*' });
    await policy({ ...COUNT, value: 1, per: 'payload.to' }, { apiNamePattern: 'c.*' });
    const first = session;
    expect([await asks({}, { apiName: 'a.x' }), await asks({}, { apiName: 'b.x' })]).toEqual(['CLEARED', 'CLEARED']);
    session = await newSession(organization.agent);
    expect([await asks({}, { apiName: 'a.x' }), await asks({}, { apiName: 'b.x' })]).toEqual([
      'CLEARED',
      'policy-blocked',
    ]);
    session = first;
    expect(await asks({}, { apiName: 'a.x' })).toBe('policy-blocked');
    const to = async (value: unknown) => asks({ to: value }, { apiName: 'c.x' });
    expect([await to('ada@x.org'), await to('eve@x.org')]).toEqual(['CLEARED', 'CLEARED']);
    for (const again of ['ada@x.org', 'ADA@X.ORG', ' ada@x.org', ['ada@x.org'], '"ada@x.org"', { a: 1 }, null])
      expect([again, await to(again)]).toEqual([again, 'policy-blocked']);
    expect(await asks({}, { apiName: 'c.x' })).toBe('policy-blocked');
  });

  it('holds in a policy that restricts where the amount is no number, and is not widened by a negative one', async () => {
    await policy(SUM);
    for (const payload of [{ amount: '1' }, { amount: [1] }, { amount: null }, {}])
      expect([payload, await asks(payload)]).toEqual([payload, 'policy-blocked']);
    expect(await asks({ amount: -5_000 })).toBe('CLEARED');
    expect(await asks({ amount: 1_000 })).toBe('CLEARED');
    expect(await asks({ amount: 1 })).toBe('policy-blocked');
  });

  it('makes an allow-list with the default BLOCK, and in shadow mode is reported and decides nothing', async () => {
    await organization.operator.put('/settings/policies', { unmatched: 'BLOCK' });
    await policy({ ...COUNT, operator: 'lte' }, { action: 'ALLOW' });
    expect([await asks({}), await asks({}, {}, serviceB), await asks({})]).toEqual([
      'CLEARED',
      'CLEARED',
      'policy-blocked',
    ]);
    await organization.operator.put('/settings/policies', { unmatched: 'ALLOW' });
    const shadow = await policy({ ...COUNT, value: 1 }, { mode: 'shadow', apiNamePattern: 'crm.*' });
    await asks({}, { apiName: 'crm.a' });
    const second = (await post({}, { apiName: 'crm.a' })).body.data;
    const read = await organization.operator.get(`/sessions/${session}/actions/${second.id}`);
    expect([second.status, read.body.data.policy.shadow]).toEqual([
      'CLEARED',
      { decision: 'BLOCK', policyIds: [shadow.id] },
    ]);
  });

  it('sums each member of a list, and combines with other conditions', async () => {
    const items = { ...SUM, window: { sum: 'payload.items.*.amount' } };
    await policy({ all: [{ field: 'payload.currency', operator: 'eq', value: 'usd' }, items] });
    const usd = (...amounts: number[]) => ({ currency: 'usd', items: amounts.map((amount) => ({ amount })) });
    expect(await asks(usd(300, 300))).toBe('CLEARED');
    expect(await asks(usd(300, 200))).toBe('policy-blocked');
    expect(await asks({ ...usd(300, 200), currency: 'eur' })).toBe('CLEARED');
    expect(await asks(usd(1))).toBe('policy-blocked');
  });

  it('answers a repeated Idempotency-Key as the first time, and counts once', async () => {
    await policy({ ...COUNT, value: 1 });
    const ask = () =>
      organization.agent.post(`/sessions/${session}/actions`, call({ apiName: 'pay.out', payload: {} }), 'one-key');
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(await asks({})).toBe('policy-blocked');
  });

  it('keeps live and simulated calls apart', async () => {
    await policy({ ...COUNT, value: 1 });
    expect(await asks({})).toBe('CLEARED');
    const key = (await organization.operator.post('/api-keys', { name: 'test', kind: 'test' })).body.data.key;
    const tester = new Caller(serviceA, key);
    const simulated = await newSession(tester);
    const answer = await tester.post(`/sessions/${simulated}/actions`, call({ apiName: 'pay.out', payload: {} }));
    expect(answer.body.data.status).toBe('CLEARED');
  });

  it('never lets concurrent callers on two processes exceed or fall short of its limit', async () => {
    await policy({ ...SUM, per: 'organization', value: 100 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => asks({ amount: 7 }, {}, index % 2 ? serviceA : serviceB)),
    );
    expect(answers.filter((answer) => answer === 'CLEARED')).toHaveLength(14);
    expect(answers.filter((answer) => answer === 'policy-blocked')).toHaveLength(26);
  });

  it('is replayed by a simulation over the calls of all sessions in their order', async () => {
    for (const amount of [400, 400, 400, 100]) expect(await asks({ amount })).toBe('CLEARED');
    session = await newSession(organization.agent);
    expect(await asks({ amount: 200 })).toBe('CLEARED');
    const draft = { apiNamePattern: 'pay.*', action: 'BLOCK', condition: { ...SUM, per: 'organization' } };
    const simulated = await organization.operator.post('/policies/simulate', draft);
    expect(simulated.body.data).toMatchObject({ evaluated: 5, matched: 2, blocked: { calls: 2 } });
  });
});
