import {
  AgentPausedError,
  ApprovalRejectedError,
  ApprovalTimeoutError,
  BackstopUnavailableError,
  PlanRequiredError,
  PolicyBlockedError,
  QuotaExceededError,
  wrap,
} from '../../src/index.js';
import { ServiceDouble, type ServiceDoubleOptions } from '../../src/testing.js';

/** An agent with a client of its own kind, whose effects are seen. */
async function newAgent(options: ServiceDoubleOptions = {}, apiKey = 'bks_live_double') {
  const service = new ServiceDouble(options);
  const session = await service.client({ apiKey }).createSession({ agentId: 'crm-bot', intent: 'tidy contacts' });
  const ran: unknown[] = [];
  const crm = wrap({ update: async (contact: object) => ran.push(contact) }, session, {
    connector: 'crm',
    operations: { update: 'UPDATE' },
    pollIntervalMs: 1_000,
    timeoutMs: 5_000,
  });
  return { service, session, ran, crm };
}

const HOLD = { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', reason: 'People decide.' } as const;
const BLOCK = { apiNamePattern: 'crm.*', action: 'BLOCK', reason: 'Not here.' } as const;

describe('a double of the service', () => {
  it('lets a call run that no policy matches, and has what the agent did', async () => {
    const { service, crm, ran } = await newAgent();
    await crm.update({ id: 1 });
    expect(ran).toEqual([{ id: 1 }]);
    expect(service.actions).toMatchObject([
      { apiName: 'crm.update', status: 'SUCCESS', sequence: 1, effectSequence: 1, violation: null },
    ]);
  });

  it('blocks what a policy blocks, by the conditions of the service', async () => {
    const condition = { field: 'payload.args.0.amount', operator: 'gt', value: 100 } as const;
    const { service, crm, ran } = await newAgent({ policies: [{ ...BLOCK, condition }] });
    await crm.update({ amount: 100 });
    await expect(crm.update({ amount: 101 })).rejects.toThrow(PolicyBlockedError);
    await expect(crm.update({ amount: '1e9' })).rejects.toThrow('Not here.');
    expect(ran).toEqual([{ amount: 100 }]);
    expect(service.actions.map(({ status }) => status)).toEqual(['SUCCESS', 'BLOCKED', 'BLOCKED']);
  });

  it('holds a call until the test approves it, as it is or edited', async () => {
    const { service, crm, ran } = await newAgent({ policies: [HOLD] });
    const updating = crm.update({ id: 1, credit: 500 });
    const { id, payload, apiName } = await service.nextApproval();
    expect([apiName, ran]).toEqual(['crm.update', []]);
    const edited = JSON.parse(JSON.stringify(payload).replace('500', '50'));
    await service.approve(id, { payload: edited, reason: 'At most 50.' });
    await updating;
    expect(ran).toEqual([{ id: 1, credit: 50 }]);
    expect(service.actions).toMatchObject([{ status: 'SUCCESS', edited: { reason: 'At most 50.' }, violation: null }]);
    await expect(service.reject(id)).rejects.toMatchObject({ code: 'already-decided' });
  });

  it('has operators who are in every group that a policy names, and who never asked', async () => {
    const approvers = ['019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c'];
    const { service, crm, ran } = await newAgent({ policies: [{ ...HOLD, approvers, requiredApprovals: 2 }] });
    const updating = crm.update({ id: 1 });
    const { id } = await service.nextApproval();
    await service.approve(id, { by: 'ada' });
    await expect(service.approve(id, { by: 'ada' })).rejects.toMatchObject({ code: 'already-approved-by-you' });
    expect(ran).toEqual([]);
    await service.approve(id, { by: 'grace' });
    await updating;
    expect(ran).toEqual([{ id: 1 }]);
  });

  it('rejects a call with the words of the test, and decides by itself where the test says how', async () => {
    const { crm, ran } = await newAgent({
      policies: [HOLD],
      decide: ({ payload }) => ({ reject: `no ${Object.keys(payload)}` }),
    });
    await expect(crm.update({ id: 1 })).rejects.toThrow(ApprovalRejectedError);
    await expect(crm.update({ id: 1 })).rejects.toThrow('no args');
    expect(ran).toEqual([]);
    const approving = await newAgent({ policies: [HOLD], decide: () => 'approve' });
    await approving.crm.update({ id: 1 });
    expect(approving.ran).toEqual([{ id: 1 }]);
  });

  it('lets the time of an approval pass, without waiting for it', async () => {
    const { service, crm } = await newAgent({ policies: [{ ...HOLD, expiresAfterSeconds: 60 }] });
    const updating = crm.update({ id: 1 });
    await service.nextApproval();
    service.advance(61_000);
    await expect(updating).rejects.toThrow(ApprovalTimeoutError);
    expect(service.actions).toMatchObject([{ status: 'REJECTED', refusal: { code: 'expired' } }]);
  });

  it('permits a call that no operator stopped, unless a policy blocks it by then', async () => {
    const hold = { ...HOLD, expiresAfterSeconds: 60, onExpiry: 'approve' } as const;
    const { service, crm, ran } = await newAgent({ policies: [hold] });
    const updating = crm.update({ id: 1 });
    await service.nextApproval();
    service.advance(61_000);
    await updating;
    const stopped = crm.update({ id: 2 });
    await service.nextApproval();
    service.setPolicies([hold, BLOCK]);
    service.advance(61_000);
    await expect(stopped).rejects.toThrow(ApprovalRejectedError);
    expect(ran).toEqual([{ id: 1 }]);
  });

  it('permits no more calls by silence than a limit leaves to a person', async () => {
    const limit = { window: { count: true }, per: 'agent', seconds: 3_600, operator: 'gt', value: 1 } as const;
    const hold = { ...HOLD, expiresAfterSeconds: 60, onExpiry: 'approve' } as const;
    const { service, crm, ran } = await newAgent({ policies: [hold, { ...HOLD, condition: limit }] });
    const updating = [crm.update({ id: 1 }), crm.update({ id: 2 })];
    await service.nextApproval();
    await service.nextApproval();
    service.advance(61_000);
    await Promise.race(updating);
    const { id, onExpiry } = await service.nextApproval();
    expect([ran.length, onExpiry]).toEqual([1, 'reject']);
    await service.approve(id);
    await Promise.all(updating);
    expect(ran).toHaveLength(2);
  });

  it('counts the calls of a window, and forgets them when it has passed', async () => {
    const condition = { window: { count: true }, per: 'agent', seconds: 60, operator: 'gt', value: 2 } as const;
    const { service, crm } = await newAgent({ policies: [{ ...BLOCK, condition }] });
    await crm.update({ id: 1 });
    await crm.update({ id: 2 });
    await expect(crm.update({ id: 3 })).rejects.toThrow(PolicyBlockedError);
    service.advance(61_000);
    await crm.update({ id: 4 });
    expect(service.actions.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'BLOCKED', 'SUCCESS']);
  });

  it('refuses a paused agent, a plan without approvals, and calls over the quota', async () => {
    const { service, crm } = await newAgent({ quota: 1 });
    service.pause('crm-bot');
    await expect(crm.update({ id: 1 })).rejects.toThrow(AgentPausedError);
    service.resume('crm-bot');
    await crm.update({ id: 1 });
    await expect(crm.update({ id: 1 })).rejects.toThrow(QuotaExceededError);
    const free = await newAgent({ plan: 'FREE', policies: [HOLD] });
    await expect(free.crm.update({ id: 1 })).rejects.toThrow(PlanRequiredError);
  });

  it('runs nothing with a test key', async () => {
    const { service, crm, ran } = await newAgent({}, 'bks_test_double');
    await crm.update({ id: 1 });
    expect(ran).toEqual([]);
    expect(service.actions).toMatchObject([{ simulated: true, status: 'SUCCESS' }]);
  });

  it('can be away', async () => {
    const { service, crm, ran } = await newAgent();
    service.isReachable = false;
    const session = service.client({ requestTimeoutMs: 1_000 }).createSession({ agentId: 'a', intent: 'b' });
    await expect(session).rejects.toThrow(BackstopUnavailableError);
    service.isReachable = true;
    await crm.update({ id: 1 });
    expect(ran).toHaveLength(1);
  });

  it('refuses policies that only the service can judge, or that mean nothing', () => {
    const reading = (field: string) => ({ ...BLOCK, condition: { field, operator: 'exists', value: true } as const });
    for (const field of ['target.table', 'statement.verb', 'driftScore'])
      expect(() => new ServiceDouble({ policies: [reading(field)] })).toThrow(`cannot find out "${field}"`);
    expect(() => new ServiceDouble({ policies: [{ ...BLOCK, apiNamePattern: 'a..b' }] })).toThrow(TypeError);
  });

  it('says of a route that it does not have that the service has it', async () => {
    const { session } = await newAgent();
    await expect(session.rollback()).rejects.toThrow('The double of the service has no POST /sessions/');
  });
});
