import { auditedBy } from '../../support/audit.js';
import { newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, rows, setPlan } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const settle = (unmatched: string) => organization.operator.put('/settings/policies', { unmatched });
const policy = async (apiNamePattern: string, action: string, more: object = {}) => {
  const made = await organization.operator.post('/policies', { apiNamePattern, action, ...more });
  expect(made.status).toBe(201);
};
async function asks(apiName: string, more: object = {}, service = serviceA): Promise<string> {
  const answer = await organization.agent.at(service).post(`/sessions/${session}/actions`, call({ apiName, ...more }));
  return errorOf(answer) ?? answer.body.data.status;
}

describe('GET and PUT /settings/policies', () => {
  it('answer ALLOW until it is changed, hold for this organization alone, and are audited', async () => {
    const { operator, id } = organization;
    expect((await operator.get('/settings/policies')).body.data).toEqual({ unmatched: 'ALLOW' });
    const { entries } = await auditedBy(organization, async () => {
      const changed = await settle('BLOCK');
      expect([changed.status, changed.body.data]).toEqual([200, { unmatched: 'BLOCK' }]);
      expect((await settle('BLOCK')).status).toBe(200);
    });
    expect(entries.map(({ action, target, before, after }) => ({ action, target, before, after }))).toEqual([
      {
        action: 'policy.settings-changed',
        target: { type: 'organization', id },
        before: { unmatched: 'ALLOW' },
        after: { unmatched: 'BLOCK' },
      },
    ]);
    expect((await operator.at(serviceB).get('/settings/policies')).body.data).toEqual({ unmatched: 'BLOCK' });
    const others = await newOrganization();
    expect((await others.operator.get('/settings/policies')).body.data).toEqual({ unmatched: 'ALLOW' });
  });

  it.each([{}, { unmatched: 'DENY' }, { unmatched: null }, { unmatched: 'BLOCK', more: 1 }])(
    'PUT returns 400 for %j',
    async (body) => {
      expect((await organization.operator.put('/settings/policies', body)).status).toBe(400);
    },
  );
});

describe('the default verdict BLOCK', () => {
  it('blocks what no policy matches, at once and in both processes, and lets an ALLOW policy be an allow-list', async () => {
    await policy('crm.contacts.*', 'ALLOW');
    expect(await asks('mail.send')).toBe('CLEARED');
    await settle('BLOCK');
    for (const service of [serviceA, serviceB]) {
      expect(await asks('mail.send', {}, service)).toBe('policy-blocked');
      expect(await asks('crm.contacts.create', {}, service)).toBe('CLEARED');
    }
    const answer = await organization.agent.post(`/sessions/${session}/actions`, call({ apiName: 'mail.send' }));
    expect(answer.body.error).toMatchObject({
      status: 403,
      detail: 'No policy of your organization matches this call.',
      policyIds: [],
    });
    await settle('ALLOW');
    expect(await asks('mail.send')).toBe('CLEARED');
  });

  it('holds for reads, reports and condition misses, and is not lifted by a shadow or a disabled policy', async () => {
    await settle('BLOCK');
    await policy('shadow.*', 'ALLOW', { mode: 'shadow' });
    await policy('off.*', 'ALLOW', { enabled: false });
    await policy('pay.*', 'ALLOW', { condition: { field: 'amount', operator: 'lte', value: 100 } });
    for (const apiName of ['shadow.go', 'off.go', 'crm.read']) {
      expect([apiName, await asks(apiName, { operationType: 'READ' })]).toEqual([apiName, 'policy-blocked']);
    }
    expect(await asks('pay.out', { payload: { amount: 100 } })).toBe('CLEARED');
    for (const payload of [{ amount: 101 }, { amount: '100' }, { amount: [100] }, {}]) {
      expect([payload, await asks('pay.out', { payload })]).toEqual([payload, 'policy-blocked']);
    }
    const reported = await organization.agent.post(
      `/sessions/${session}/actions`,
      call({ apiName: 'mail.send', status: 'SUCCESS', response: {} }),
    );
    expect(reported.status).toBe(403);
  });

  it('is not softened by a policy on what the call may do', async () => {
    await settle('BLOCK');
    await policy('crm.contacts.delete', 'REQUIRE_APPROVAL');
    expect(await asks('mail.send', { mayDo: ['crm.contacts.delete'] })).toBe('policy-blocked');
    expect(await asks('crm.contacts.delete')).toBe('PENDING_APPROVAL');
  });
});

describe('the default verdict REQUIRE_APPROVAL', () => {
  it('asks a person, whose grant lets the same kind of call run, and is 403 plan-required on FREE', async () => {
    await settle('REQUIRE_APPROVAL');
    const asked = await organization.agent.post(`/sessions/${session}/actions`, call({ apiName: 'mail.send' }));
    expect(asked.body.data).toMatchObject({ status: 'PENDING_APPROVAL' });
    const approved = await organization.operator.post(`/approvals/${asked.body.data.approval.id}/approve`, {
      grant: { apiNamePattern: 'mail.send', maxUses: 1, minutes: 10 },
    });
    expect(approved.status).toBe(200);
    expect([await asks('mail.send'), await asks('mail.send')]).toEqual(['CLEARED', 'PENDING_APPROVAL']);
    await setPlan(organization.id, 'FREE');
    expect(await asks('mail.send')).toBe('plan-required');
  });
});
