import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { auditedBy, auditOf, requestOf } from '../../support/audit.js';
import { type Answer, newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

const ANY_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const operator = () => ({ kind: 'USER', id: ANY_ID, label: organization.email });
const data = async (answer: Promise<Answer>) => (await answer).body.data;

describe('an audit entry never holds a secret', () => {
  it('of a credential, a key, a password, or the arguments of a call', async () => {
    const { operator: by, agent } = organization;
    const planted = unique('SECRET');
    const url = (n: number) => ({ values: { connectionString: `postgres://nobody:${planted}@127.0.0.1:${n}/none` } });
    const keys = [organization.agent.credential, organization.testAgent.credential, by.credential];
    keys.push((await data(by.post('/api-keys', { name: 'a', kind: 'live' }))).key);
    await by.put('/settings/credentials/postgres', url(1));
    await by.put('/settings/credentials/postgres', url(2));
    await by.delete('/settings/credentials/postgres');
    const session = await newSession(agent);
    const edited = await gated(agent, session, { payload: { card: planted } });
    await by.post(`/approvals/${edited.approvalId}/approve`, { payload: { card: `other ${planted}` } });
    await gated(agent, session, { payload: { card: planted } });
    await logged(agent, session, { status: 'SUCCESS', payload: { card: planted } });
    await by.post(`/sessions/${session}/rollback`);
    const { rows: entries } = await rows.query(
      'SELECT e::text AS text FROM audit_entries e WHERE organization_id = $1',
      [organization.id],
    );
    expect(entries.length).toBeGreaterThanOrEqual(10);
    const text = entries.map((entry) => entry.text).join('\n');
    for (const part of [planted, 'correct horse battery staple', ...keys]) expect(text).not.toContain(part);
    for (const key of keys.filter((one) => one?.startsWith('bks_'))) expect(text).not.toContain(key?.slice(41, 105));
  });
});

describe('approvals', () => {
  const hashOf = (payload: object) => hash('sha256', canonicalize(payload) ?? '');
  let session: string;
  beforeEach(async () => {
    session = await newSession(organization.agent, 'biller');
  });
  const pending = (approval: string, action: string) => ({
    id: approval,
    sessionId: session,
    actionId: action,
    agentId: 'biller',
    onBehalfOf: null,
    labels: {},
    toolCallId: null,
    traceparent: null,
    apiName: 'crm.customer.update',
    status: 'PENDING',
    payloadHash: hashOf({ id: 7 }),
    reason: null,
    decidedBy: null,
    expiresAt: TIME,
    decidedAt: null,
  });

  it.each([
    ['approve', 'approval.approved', undefined, { status: 'APPROVED' }],
    ['approve', 'approval.approved', { payload: { id: 8 } }, { status: 'APPROVED', payloadHash: hashOf({ id: 8 }) }],
    ['reject', 'approval.rejected', { reason: 'too much' }, { status: 'REJECTED', reason: 'too much' }],
  ])('%s: %s %j', async (verb, action, body, change) => {
    const { approvalId, actionId } = await gated(organization.agent, session);
    const { value, entries } = await auditedBy(organization, () =>
      organization.operator.post(`/approvals/${approvalId}/${verb}`, body),
    );
    const before = pending(approvalId, actionId);
    const after = { ...before, ...change, decidedBy: organization.email, decidedAt: TIME };
    expect(entries).toEqual([
      expect.objectContaining({
        actor: operator(),
        action,
        target: { type: 'approval', id: approvalId },
        before,
        after,
        requestId: requestOf(value),
      }),
    ]);
    const again = await auditedBy(organization, () =>
      organization.operator.post(`/approvals/${approvalId}/${verb}`, body),
    );
    expect([again.value.status, again.entries]).toEqual([409, []]);
  });

  it('are recorded with the user, the labels, the tool call and the trace that the call was asked for', async () => {
    const { agent, operator: by } = organization;
    const origin = { onBehalfOf: 'ada@example.com', labels: { tier: 'gold' } };
    const traced = { toolCallId: 'call_1', traceparent: `00-${'ab'.repeat(16)}-${'12'.repeat(8)}-01` };
    const { body } = await agent.post('/sessions', { agentId: 'biller', intent: 'x', ...origin });
    const { approvalId } = await gated(agent, body.data.id, traced);
    expect((await by.get(`/approvals/${approvalId}`)).body.data).toMatchObject({ ...origin, ...traced });
    const { entries } = await auditedBy(organization, () => by.post(`/approvals/${approvalId}/approve`));
    expect(entries[0]).toMatchObject({ action: 'approval.approved', after: { ...origin, ...traced } });
  });

  it('expire by the service’s own hand, once, however many processes look', async () => {
    const { approvalId, actionId } = await gated(organization.agent, session);
    const before = (await auditOf(organization)).length;
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [approvalId]);
    await eventually(
      () => auditOf(organization),
      (entries) => entries.length > before,
    );
    // The next one shows that it has been looked again.
    const next = await gated(organization.agent, session);
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [next.approvalId]);
    const all = await eventually(
      () => auditOf(organization),
      (entries) => entries.length > before + 1,
    );
    const pendingThen = pending(approvalId, actionId);
    expect(all.slice(before).filter(({ target }) => target.id !== next.approvalId)).toEqual([
      expect.objectContaining({
        actor: { kind: 'SYSTEM', id: null, label: 'expiry' },
        action: 'approval.expired',
        before: pendingThen,
        after: { ...pendingThen, status: 'REJECTED', reason: 'expired', decidedAt: TIME },
        requestId: null,
      }),
    ]);
  });
});

describe('rollbacks', () => {
  it('are recorded with what they reject, with who asked for what, and with how they ended', async () => {
    const session = await newSession(organization.agent);
    const waiting = [await gated(organization.agent, session), await gated(organization.agent, session)];
    await logged(organization.agent, session, { status: 'SUCCESS' });
    const { value, entries } = await auditedBy(organization, () =>
      organization.operator.post(`/sessions/${session}/rollback`, { onConflict: 'force' }),
    );
    const target = { type: 'rollback', id: value.body.data.rollbackId };
    const started = {
      id: target.id,
      sessionId: session,
      actionId: null,
      fromActionId: null,
      onConflict: 'force',
      requestedBy: organization.email,
      planHash: null,
      forced: [],
      status: 'RUNNING',
      steps: 1,
      outcomes: {},
      startedAt: TIME,
      finishedAt: null,
    };
    const ended = { ...started, outcomes: { IRREVERSIBLE: 1 } };
    const byOperator = { actor: operator(), requestId: requestOf(value) };
    expect(entries).toEqual([
      ...waiting.map(({ approvalId }) =>
        expect.objectContaining({
          ...byOperator,
          action: 'approval.rejected',
          target: { type: 'approval', id: approvalId },
          before: expect.objectContaining({ status: 'PENDING' }),
          after: expect.objectContaining({ status: 'REJECTED', reason: 'rolled-back', decidedBy: null }),
        }),
      ),
      expect.objectContaining({ ...byOperator, action: 'rollback.started', target, before: null, after: started }),
      expect.objectContaining({
        actor: { kind: 'SYSTEM', id: null, label: 'rollback' },
        action: 'rollback.finished',
        target,
        before: ended,
        after: { ...ended, status: 'FINISHED', finishedAt: TIME },
        requestId: null,
      }),
    ]);
  });

  it('of one action say so, and an agent’s name the key', async () => {
    const [one, whole] = [await newSession(organization.agent), await newSession(organization.agent)];
    const action = await logged(organization.agent, one, { status: 'SUCCESS' });
    await logged(organization.agent, whole, { status: 'SUCCESS' });
    const { entries } = await auditedBy(organization, async () => {
      await organization.operator.post(`/sessions/${one}/actions/${action}/rollback`);
      await organization.agent.post(`/sessions/${whole}/rollback`);
    });
    const started = entries.filter((entry) => entry.action === 'rollback.started');
    expect(started.map(({ actor, after }) => [actor.kind, actor.label, after?.actionId, after?.onConflict])).toEqual([
      ['USER', organization.email, action, 'skip'],
      ['API_KEY', 'live', null, 'skip'],
    ]);
    expect(entries).toHaveLength(4);
  });
});
