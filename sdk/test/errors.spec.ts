import { type Caller, newOrganization, type Organization, serviceA, unique } from '../../test/support/client.js';
import { rows, setPlan } from '../../test/support/ledger.js';
import { eventually, patience } from '../../test/support/patience.mjs';
import { startService } from '../../test/support/service.mjs';
import { Backstop, type BackstopError, type WrapOptions } from '../src/index.js';
import { governedCrm } from './support/crm.js';

afterAll(() => rows.end());

const REQUEST_ID = expect.stringMatching(/^[\w-]{8,}$/);
const ACTION_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

async function newWork(options: Omit<WrapOptions, 'connector'> = {}, service = serviceA) {
  const organization = await newOrganization(service);
  const apiKey = organization.agent.credential ?? '';
  const backstop = new Backstop({ baseUrl: service.url, apiKey, outbox: false });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after contacts' });
  const crm = governedCrm(session, { pollIntervalMs: 1000, timeoutMs: patience(10_000), ...options });
  const refused = async (): Promise<BackstopError> => {
    const error = await crm.call('delete', { id: 1 }).then(
      () => null,
      (thrown: BackstopError) => thrown,
    );
    expect(crm.ran).toEqual([]);
    expect(String(error?.message) + error?.stack).not.toContain(apiKey.slice(-72));
    if (!error) throw new Error('the call was not refused');
    return error;
  };
  return { organization, session, backstop, refused };
}

const approvalOf = async (operator: Caller) => {
  const open = async () => (await operator.get('/approvals')).body.data;
  return (await eventually(open, ({ length }) => length > 0))[0].id as string;
};
const forbid = ({ operator }: Organization) =>
  operator.post('/policies', { apiNamePattern: 'crm.*', action: 'BLOCK', reason: 'Contacts are kept' });

describe('a call that may not run is refused with an error of its own', () => {
  it('when a policy blocks it', async () => {
    const { organization, refused } = await newWork();
    const { id } = (await forbid(organization)).body.data;
    expect(await refused()).toMatchObject({
      name: 'PolicyBlockedError',
      code: 'policy-blocked',
      status: 403,
      requestId: REQUEST_ID,
      actionId: ACTION_ID,
      policy: id,
      policyIds: [id],
      reason: 'Contacts are kept',
      message:
        'Blocked by policy: Contacts are kept. The call did not run. Do not retry it unchanged; do something else, or ask an operator.',
    });
  });

  it('when a person rejects it', async () => {
    const { organization, refused } = await newWork({ requiresApproval: ['contacts.delete'] });
    const refusal = refused();
    const approval = await approvalOf(organization.operator);
    await organization.operator.post(`/approvals/${approval}/reject`, { reason: 'she is a customer' });
    expect(await refusal).toMatchObject({
      name: 'ApprovalRejectedError',
      code: 'approval-rejected',
      status: 200,
      requestId: REQUEST_ID,
      actionId: ACTION_ID,
      reason: 'she is a customer',
      decidedBy: 'operator',
      message:
        'An operator rejected the call: she is a customer. It did not run. Do not retry it unchanged; do something else that answers the reason.',
    });
  });

  it('when a rollback withdraws the request', async () => {
    const { organization, session, refused } = await newWork({ requiresApproval: ['*'] });
    const refusal = refused();
    await approvalOf(organization.operator);
    await organization.operator.post(`/sessions/${session.id}/actions`, {
      apiName: 'crm.contacts.update',
      operationType: 'UPDATE',
      payload: {},
      status: 'SUCCESS',
    });
    await organization.operator.post(`/sessions/${session.id}/rollback`);
    expect(await refusal).toMatchObject({
      name: 'ApprovalRejectedError',
      reason: 'rolled-back',
      decidedBy: null,
      message: expect.stringMatching(/^The approval was rejected: rolled-back\. It did not run\./),
    });
  });

  it('when no person decides in time', async () => {
    const timeoutMs = patience(1_200);
    const { refused } = await newWork({ requiresApproval: ['contacts.*'], timeoutMs });
    const begun = performance.now();
    expect(await refused()).toMatchObject({
      name: 'ApprovalTimeoutError',
      code: 'approval-timeout',
      actionId: ACTION_ID,
      message: expect.stringContaining('It did not run.'),
    });
    expect(performance.now() - begun).toBeGreaterThan(0.9 * timeoutMs);
  });

  it('when it needs an approval and the plan has none', async () => {
    const { organization, refused } = await newWork({ requiresApproval: ['*'] });
    await setPlan(organization.id, 'FREE');
    expect(await refused()).toMatchObject({
      name: 'PlanRequiredError',
      code: 'plan-required',
      status: 403,
      requestId: REQUEST_ID,
      message: expect.stringMatching(/It did not run.*tell an operator/),
    });
  });

  it('when the month’s actions are used up', async () => {
    const service = await startService({ DEFAULT_PLAN: 'FREE', QUOTA_FREE: '1' });
    try {
      const { session, refused } = await newWork({}, service);
      await governedCrm(session).call('update', { id: 1 });
      expect(await refused()).toMatchObject({
        name: 'QuotaExceededError',
        code: 'quota-exceeded',
        status: 429,
        requestId: REQUEST_ID,
        message: expect.stringContaining('The call did not run. Stop'),
      });
    } finally {
      await service.stop();
    }
  });

  it('when its agent is paused, which opens no session either', async () => {
    const { organization, backstop, session, refused } = await newWork();
    const [agent] = (await organization.operator.get('/agents')).body.data;
    await organization.operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
    const paused = {
      name: 'AgentPausedError',
      code: 'agent-paused',
      status: 403,
      requestId: REQUEST_ID,
      message: expect.stringContaining('Stop: an operator paused this agent.'),
    };
    expect(await refused()).toMatchObject(paused);
    const opening = backstop.createSession({ agentId: session.agentId, intent: 'more' });
    await expect(opening).rejects.toMatchObject(paused);
  });

  it('when its session is completed', async () => {
    const { session, refused } = await newWork();
    await session.complete();
    expect(await refused()).toMatchObject({
      name: 'SessionClosedError',
      code: 'session-closed',
      status: 409,
      requestId: REQUEST_ID,
      message: expect.stringContaining('open a new session'),
    });
  });

  it('when the key is revoked', async () => {
    const { organization, refused } = await newWork();
    for (const { id } of (await organization.operator.get('/api-keys')).body.data) {
      await organization.operator.delete(`/api-keys/${id}`);
    }
    expect(await refused()).toMatchObject({
      name: 'BackstopProblemError',
      code: 'unauthenticated',
      status: 401,
      requestId: REQUEST_ID,
    });
  });
});
