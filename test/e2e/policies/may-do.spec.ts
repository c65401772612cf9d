import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const policy = async (more: object) => (await organization.operator.post('/policies', more)).body.data;
const logs = (more: object) =>
  organization.agent.post(
    `/sessions/${session}/actions`,
    call({ apiName: 'redis.commands.execute', operationType: 'EXECUTE', payload: { command: 'getdel' }, ...more }),
  );

describe('POST /sessions/:id/actions with mayDo', () => {
  it('is blocked by a policy on one of these operations, which is recorded', async () => {
    const { id } = await policy({ apiNamePattern: 'redis.keys.del', action: 'BLOCK' });
    const blocked = await logs({ mayDo: ['redis.keys.set', 'redis.keys.del'] });
    expect([blocked.status, errorOf(blocked)]).toEqual([403, 'policy-blocked']);
    const [action] = (await organization.operator.get(`/sessions/${session}`)).body.data.actions;
    expect(action).toMatchObject({
      apiName: 'redis.commands.execute',
      status: 'BLOCKED',
      policy: { decision: 'BLOCK', policyIds: [id] },
    });
    expect((await logs({})).body.data.status).toBe('CLEARED');
  });

  it("is evaluated with the registry's list of these operations", async () => {
    const condition = { field: 'operationType', operator: 'eq', value: 'DELETE' };
    await policy({ apiNamePattern: 'redis.*', action: 'REQUIRE_APPROVAL', condition });
    expect((await logs({ mayDo: ['redis.keys.set'] })).body.data.status).toBe('CLEARED');
    expect((await logs({ mayDo: ['redis.keys.del'] })).body.data.status).toBe('PENDING_APPROVAL');
  });

  it('records a call that ran as a violation of such a policy', async () => {
    await policy({ apiNamePattern: 'redis.keys.del', action: 'BLOCK' });
    const reported = await logs({ mayDo: ['redis.keys.del'], status: 'SUCCESS', response: null });
    expect(reported.status).toBe(403);
    const [action] = (await organization.operator.get(`/sessions/${session}`)).body.data.actions;
    expect(action).toMatchObject({ status: 'SUCCESS', violation: 'blocked' });
  });

  it.each([[['redis']], ['redis.keys.del'], [[7]], [Array.from({ length: 201 }, () => 'redis.keys.del')]])(
    'returns 400 for %j',
    async (mayDo) => {
      const answer = await logs({ mayDo });
      expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    },
  );
});
