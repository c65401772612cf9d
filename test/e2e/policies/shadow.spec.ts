import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, expectConsistent, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const policy = async (more: object): Promise<string> =>
  (await organization.operator.post('/policies', { apiNamePattern: 'crm.*', ...more })).body.data.id;
const ask = (more: object = {}, caller = organization.agent) => caller.post(`/sessions/${session}/actions`, call(more));
const actions = async (caller = organization.operator) => (await caller.get(`/sessions/${session}`)).body.data.actions;

describe('a policy of mode shadow', () => {
  it('records its decision, and changes nothing', async () => {
    const gate = await policy({ action: 'REQUIRE_APPROVAL', mode: 'shadow' });
    const condition = { field: 'amount', operator: 'gt', value: 500 };
    const block = await policy({ action: 'BLOCK', mode: 'shadow', condition, reason: 'too much' });
    for (const amount of [501, 1]) expect((await ask({ payload: { amount } })).status).toBe(201);
    expect((await ask({ payload: { amount: 501 }, status: 'SUCCESS' })).status).toBe(201);
    const shadows = [
      { decision: 'BLOCK', policyIds: [block, gate] },
      { decision: 'REQUIRE_APPROVAL', policyIds: [gate] },
      { decision: 'BLOCK', policyIds: [block, gate] },
    ];
    const common = { approval: null, violation: null };
    expect(await actions()).toEqual(
      shadows.map((shadow, index) =>
        expect.objectContaining({
          ...common,
          status: index === 2 ? 'SUCCESS' : 'CLEARED',
          policy: { decision: 'ALLOW', policyIds: [], shadow, grantId: null, reason: null },
        }),
      ),
    );
    expect((await organization.operator.get('/approvals?status=ALL')).body.data).toEqual([]);
    await expectConsistent(session);
  });

  it('is recorded beside the decision of the others', async () => {
    const gate = await policy({ action: 'REQUIRE_APPROVAL' });
    const block = await policy({ action: 'BLOCK', mode: 'shadow' });
    const { body } = await ask({}, organization.operator);
    expect(body.data).toMatchObject({
      status: 'PENDING_APPROVAL',
      policy: {
        decision: 'REQUIRE_APPROVAL',
        policyIds: [gate],
        shadow: { decision: 'BLOCK', policyIds: [block] },
        grantId: null,
        reason: null,
      },
    });
    expect(body.data.approval.status).toBe('PENDING');
  });

  it('is shown to operators, in every answer, and hidden from the agent', async () => {
    const block = await policy({ action: 'BLOCK', mode: 'shadow' });
    const shadow = { decision: 'BLOCK', policyIds: [block] };
    const seen = { decision: 'ALLOW', policyIds: [] };
    const path = (id: string) => `/sessions/${session}/actions/${id}`;
    for (const [caller, policyShown] of [
      [organization.agent, seen],
      [organization.operator, { ...seen, reason: null, shadow, grantId: null }],
    ] as const) {
      const asked = await caller.request('POST', `/sessions/${session}/actions`, { body: call(), key: 'once' });
      const replayed = await caller.request('POST', `/sessions/${session}/actions`, { body: call(), key: 'once' });
      const { id } = asked.body.data;
      const confirmed = await caller.patch(path(id), { status: 'SUCCESS' });
      const again = await caller.patch(path(id), { status: 'SUCCESS' });
      const read = (await actions(caller)).find((action: { id: string }) => action.id === id);
      for (const view of [asked.body.data, replayed.body.data, confirmed.body.data, again.body.data, read])
        expect(view).toMatchObject({ id, policy: policyShown });
      expect(Object.keys(read.policy)).toEqual(Object.keys(policyShown));
    }
  });

  it('is null where no shadow policy matched', async () => {
    await policy({ apiNamePattern: 'other.*', action: 'BLOCK', mode: 'shadow' });
    await ask();
    const [action] = await actions();
    expect(action.policy).toEqual({ decision: 'ALLOW', policyIds: [], shadow: null, grantId: null, reason: null });
  });
});
