import { randomUUID } from 'node:crypto';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, expectConsistent, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterEach(() => expectConsistent(session));
afterAll(() => rows.end());

const at = (id: string, where = session) => `/sessions/${where}/actions/${id}`;
const policy = async (apiNamePattern: string, action = 'REQUIRE_APPROVAL', more: object = {}) =>
  (await organization.operator.post('/policies', { apiNamePattern, action, ...more })).body.data.id as string;
const ask = (more: object, where = session, by = organization.agent) =>
  by.post(`/sessions/${where}/actions`, call(more));
const outcomeOf = async (more: object, where = session) => {
  const answer = await ask(more, where);
  return answer.status === 201 ? answer.body.data.status : errorOf(answer);
};

/** The call of a tool that waits for an operator. */
async function waiting(where = session, more: object = {}) {
  const { body } = await ask({ apiName: 'tools.refund', operationType: 'EXECUTE', ...more }, where);
  return { id: body.data.id as string, approvalId: body.data.approval.id as string };
}
async function approved(where = session, more: object = {}): Promise<string> {
  const { id, approvalId } = await waiting(where, more);
  expect((await organization.operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
  return id;
}
const begin = (id: string, where = session) =>
  organization.agent.patch(at(id, where), { status: 'CLEARED', claim: randomUUID() });
/** The call of a tool that an operator approved and that runs. */
async function running(where = session, more: object = {}): Promise<string> {
  const id = await approved(where, more);
  expect((await begin(id, where)).status).toBe(200);
  return id;
}

describe('partOf of POST /sessions/:id/actions', () => {
  it('lets a call run with the approval of the tool call around it, where the same policy asks for both', async () => {
    const everything = await policy('*');
    const partOf = await running();
    expect(await outcomeOf({ partOf })).toBe('CLEARED');
    const { data } = (await organization.operator.get(`/sessions/${session}/actions`)).body;
    expect(data[1]).toMatchObject({
      status: 'CLEARED',
      approval: null,
      policy: { decision: 'REQUIRE_APPROVAL', policyIds: [everything], grantId: null },
    });
    expect(data[1].policy.reason).toContain(partOf);
    expect((await organization.operator.get('/approvals')).body.data).toEqual([]);
  });

  it('does the same by default, where no policy matches and the organization asks a person', async () => {
    const unmatched = { unmatched: 'REQUIRE_APPROVAL' };
    expect((await organization.operator.put('/settings/policies', unmatched)).status).toBe(200);
    const partOf = await running();
    expect(await outcomeOf({ partOf })).toBe('CLEARED');
    await policy('crm.*');
    expect(await outcomeOf({ partOf })).toBe('PENDING_APPROVAL');
  });

  it('lets nothing run that a policy blocks, or of which another policy or the client itself asks a person', async () => {
    await policy('*');
    await policy('crm.account.*');
    await policy('crm.bank.*', 'BLOCK');
    const partOf = await running();
    expect(await outcomeOf({ partOf, apiName: 'crm.bank.update' })).toBe('policy-blocked');
    expect(await outcomeOf({ partOf, mayDo: ['crm.bank.update'] })).toBe('policy-blocked');
    expect(await outcomeOf({ partOf, apiName: 'crm.account.update' })).toBe('PENDING_APPROVAL');
    expect(await outcomeOf({ partOf, mayDo: ['crm.account.update'] })).toBe('PENDING_APPROVAL');
    expect(await outcomeOf({ partOf, status: 'PENDING_APPROVAL' })).toBe('PENDING_APPROVAL');
    expect(await outcomeOf({ partOf })).toBe('CLEARED');
  });

  it('lets nothing run by a policy that was added or changed since the tool call was asked for', async () => {
    const everything = await policy('*');
    const partOf = await running();
    await organization.operator.put(`/policies/${everything}`, { requiredApprovals: 1, reason: 'Look closely.' });
    expect(await outcomeOf({ partOf })).toBe('PENDING_APPROVAL');
    const another = await running();
    expect(await outcomeOf({ partOf: another })).toBe('CLEARED');
    await policy('crm.*');
    expect(await outcomeOf({ partOf: another })).toBe('PENDING_APPROVAL');
  });

  it('names a call of this session that an operator approved, and that runs: nothing else counts', async () => {
    await policy('*');
    const other = await newSession(organization.agent);
    const stranger = await newOrganization();
    const ended = await running();
    await organization.agent.patch(at(ended), { status: 'SUCCESS', response: {} });
    const rejected = await waiting();
    await organization.operator.post(`/approvals/${rejected.approvalId}/reject`, {});
    const revoked = await waiting();
    await organization.operator.post(`/approvals/${revoked.approvalId}/approve`);
    await organization.operator.post(`/approvals/${revoked.approvalId}/revoke`);
    const theirs = await newSession(stranger.agent);
    const foreign = (await ask({}, theirs, stranger.agent)).body.data.id;
    const others = [
      (await waiting()).id,
      await approved(),
      ended,
      rejected.id,
      revoked.id,
      await running(other),
      foreign,
      randomUUID(),
    ];
    for (const partOf of others) expect([partOf, await outcomeOf({ partOf })]).toEqual([partOf, 'PENDING_APPROVAL']);
  });

  it('is refused where the service makes the call, and where it is no id', async () => {
    await policy('*');
    const partOf = await running();
    const performed = { apiName: 'postgres.rows.update', payload: {}, perform: true, partOf };
    expect(await outcomeOf(performed)).toBe('validation-failed');
    expect(await outcomeOf({ partOf: 'the tool' })).toBe('validation-failed');
  });

  it('lets nothing run in a session that is rolled back, or of a paused agent', async () => {
    await policy('*');
    const partOf = await running();
    const other = await newSession(organization.agent);
    const inOther = await running(other);
    await organization.operator.post(`/sessions/${session}/rollback`, {});
    expect(await outcomeOf({ partOf })).toBe('session-rolled-back');
    const agents: { id: string }[] = (await organization.operator.get('/agents')).body.data;
    for (const { id } of agents) await organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
    expect(await outcomeOf({ partOf: inOther }, other)).toBe('agent-paused');
  });
});
