import { newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { creditsOf, newSetting } from '../../support/customers.js';
import { call, errorOf, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, UPDATE } from '../../support/performing.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const HOLD = { action: 'REQUIRE_APPROVAL', expiresAfterSeconds: 3_600, onExpiry: 'approve' };
const BLOCKS = { action: 'BLOCK', expiresAfterSeconds: undefined, onExpiry: undefined };
const policy = async (more: object = {}, { operator } = organization) => {
  const made = await operator.post('/policies', { apiNamePattern: '*', ...HOLD, ...more });
  expect(made.status).toBe(201);
  return made.body.data;
};
const asks = async (more: object = {}) =>
  (await organization.agent.post(`/sessions/${session}/actions`, call(more))).body.data;
const approvalOf = async (id: string, { operator } = organization) =>
  (await operator.get(`/approvals/${id}`)).body.data;
/** Its time is over at once. */
const over = (id: string) => rows.query('UPDATE approvals SET permits_at = now() WHERE id = $1', [id]);
const decided = (id: string, of = organization) =>
  eventually(
    () => approvalOf(id, of),
    ({ status }) => status !== 'PENDING',
  );
const secondsOf = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
  Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000);

describe('a policy with expiresAfterSeconds', () => {
  it('is created, changed and read with its expiry; 400 outside 10 to 2 678 400, and for approve without a time', async () => {
    const { operator } = organization;
    const made = await policy();
    expect(made).toMatchObject({ expiresAfterSeconds: 3_600, onExpiry: 'approve' });
    const plain = await policy({ expiresAfterSeconds: undefined, onExpiry: undefined });
    expect(plain).toMatchObject({ expiresAfterSeconds: null, onExpiry: 'reject' });
    for (const wrong of [
      { expiresAfterSeconds: 9 },
      { expiresAfterSeconds: 2_678_401 },
      { expiresAfterSeconds: null },
      { onExpiry: 'run' },
    ])
      expect([wrong, (await operator.put(`/policies/${made.id}`, wrong)).status]).toEqual([wrong, 400]);
    expect((await operator.put(`/policies/${plain.id}`, { onExpiry: 'approve' })).status).toBe(400);
    const changed = await operator.put(`/policies/${made.id}`, { expiresAfterSeconds: null, onExpiry: 'reject' });
    expect(changed.body.data).toMatchObject({ expiresAfterSeconds: null, onExpiry: 'reject' });
  });

  it('decides how long the approval waits, whatever the client says, and then it is rejected', async () => {
    await policy({ expiresAfterSeconds: 60, onExpiry: 'reject' });
    const { approval, id } = await asks({ timeoutMs: 5_000 });
    const read = await approvalOf(approval.id);
    expect([read.onExpiry, secondsOf(read)]).toEqual(['reject', 60]);
    await rows.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [approval.id]);
    expect(await decided(approval.id)).toMatchObject({ status: 'REJECTED', reason: 'expired' });
    const action = await eventually(
      async () => (await organization.agent.get(`/sessions/${session}/actions/${id}`)).body.data,
      ({ status }) => status !== 'PENDING_APPROVAL',
    );
    expect(action.status).toBe('REJECTED');
  });

  it.each<[string, object[], string, number]>([
    ['the latest expiry', [{ expiresAfterSeconds: 100 }, { expiresAfterSeconds: 200 }], 'approve', 200],
    [
      'reject over approve',
      [{ expiresAfterSeconds: 300 }, { onExpiry: 'reject', expiresAfterSeconds: 50 }],
      'reject',
      300,
    ],
    ['a default over approve', [{}, { expiresAfterSeconds: undefined, onExpiry: undefined }], 'reject', 86_400],
    ['no shadow policy', [{}, { mode: 'shadow', onExpiry: 'reject', expiresAfterSeconds: 9_999 }], 'approve', 3_600],
  ])('takes %s where several match', async (_, policies, onExpiry, seconds) => {
    for (const one of policies) await policy(one);
    const { approval } = await asks({ timeoutMs: 86_400_000 });
    const read = await approvalOf(approval.id);
    expect([read.onExpiry, secondsOf(read)]).toEqual([onExpiry, seconds]);
  });
});

describe('the hold window', () => {
  it('permits the call when its time is over, exactly once, with an audit entry of the system', async () => {
    await policy();
    const { approval, id, status } = await asks();
    expect(status).toBe('PENDING_APPROVAL');
    const waits = await approvalOf(approval.id);
    expect(waits).toMatchObject({ status: 'PENDING', onExpiry: 'approve' });
    expect(waits.timeRemaining).toBeGreaterThan(3_000_000);
    await over(approval.id);
    expect(await decided(approval.id)).toMatchObject({ status: 'APPROVED', reason: 'not-stopped', decidedBy: null });
    const action = await organization.agent.get(`/sessions/${session}/actions/${id}`);
    expect(action.body.data.status).toBe('CLEARED');
    const entries = (await organization.operator.get('/audit-logs?limit=200')).body.data;
    const permitted = entries.filter(({ action: name }: { action: string }) => name === 'approval.permitted');
    expect(permitted).toHaveLength(1);
    const late = await organization.operator.post(`/approvals/${approval.id}/reject`, {});
    expect([late.status, errorOf(late)]).toEqual([409, 'already-decided']);
  });

  it('runs nothing after Stop was acknowledged, and runs at once with Run now', async () => {
    await policy();
    const [stopped, run] = [await asks(), await asks({ payload: { id: 2 } })];
    expect((await organization.operator.post(`/approvals/${stopped.approval.id}/reject`, {})).status).toBe(200);
    await over(stopped.approval.id);
    expect((await organization.operator.post(`/approvals/${run.approval.id}/approve`)).status).toBe(200);
    const sentinel = await asks({ payload: { id: 3 } });
    await over(sentinel.approval.id);
    await decided(sentinel.approval.id);
    const read = (id: string) => organization.agent.get(`/sessions/${session}/actions/${id}`);
    expect((await read(stopped.id)).body.data.status).toBe('REJECTED');
    expect((await read(run.id)).body.data.status).toBe('CLEARED');
  });

  it('lets one of Stop and the clock win, and the acknowledged one, in eight races on two processes', async () => {
    await policy();
    const { operator } = organization;
    for (let race = 0; race < 8; race++) {
      const { approval, id } = await asks({ payload: { race } });
      const [, answer] = await Promise.all([
        over(approval.id),
        operator.at(race % 2 ? serviceA : serviceB).post(`/approvals/${approval.id}/reject`, {}),
      ]);
      await decided(approval.id);
      const { status } = (await organization.agent.get(`/sessions/${session}/actions/${id}`)).body.data;
      expect([answer.status, status]).toEqual(answer.status === 200 ? [200, 'REJECTED'] : [409, 'CLEARED']);
    }
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'its agent was paused',
      'agent-paused',
      async () => {
        const [{ id }] = (await organization.operator.get('/agents')).body.data;
        return organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
      },
    ],
    [
      'its session was completed',
      'session-closed',
      () => organization.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' }),
    ],
    ['its plan has no approvals any more', 'plan-required', () => setPlan(organization.id, 'FREE')],
  ])('permits nothing after %s', async (_, reason, happens) => {
    await policy();
    const { approval, id } = await asks();
    await happens();
    await over(approval.id);
    const ended = await eventually(
      async () => (await rows.query('SELECT status, reason FROM approvals WHERE id = $1', [approval.id])).rows[0],
      ({ status }) => status !== 'PENDING',
    );
    expect(ended).toEqual({ status: 'REJECTED', reason });
    const { rows: actions } = await rows.query('SELECT status FROM actions WHERE id = $1', [id]);
    expect(actions).toEqual([{ status: 'REJECTED' }]);
  });

  it('permits no call that a policy made meanwhile blocks, and permits calls that it does not match', async () => {
    await policy();
    const [blocked, other] = [
      await asks({ payload: { table: 'payroll' } }),
      await asks({ payload: { table: 'notes' } }),
    ];
    const condition = { field: 'table', operator: 'eq', value: 'payroll' };
    await policy({ ...BLOCKS, condition });
    await Promise.all([over(blocked.approval.id), over(other.approval.id)]);
    expect(await decided(blocked.approval.id)).toMatchObject({ status: 'REJECTED', reason: 'policy-blocked' });
    expect(await decided(other.approval.id)).toMatchObject({ status: 'APPROVED', reason: 'not-stopped' });
    const action = await organization.agent.get(`/sessions/${session}/actions/${blocked.id}`);
    expect(action.body.data).toMatchObject({ status: 'REJECTED', refusal: { code: 'policy' } });
  });

  it('permits no call of which a policy made meanwhile blocks what it may do as well, also when it is edited', async () => {
    await policy();
    const mayDo = ['crm.customer.delete'];
    const [held, edited] = [await asks({ mayDo }), await asks({ mayDo })];
    const blocks = await policy({ ...BLOCKS, apiNamePattern: 'crm.customer.delete' });
    const editing = () =>
      organization.operator.post(`/approvals/${edited.approval.id}/approve`, { payload: { id: 8 } });
    expect(errorOf(await editing())).toBe('policy-blocked');
    await over(held.approval.id);
    expect(await decided(held.approval.id)).toMatchObject({ status: 'REJECTED', reason: 'policy-blocked' });
    await organization.operator.delete(`/policies/${blocks.id}`);
    expect((await editing()).status).toBe(200);
  });

  it('judges by the true value what was stored without it', async () => {
    const rules = [{ name: 'account', apiNamePattern: '*', path: 'payload.account' }];
    expect((await organization.operator.put('/settings/redaction', { kinds: [], rules })).status).toBe(200);
    await policy();
    const { approval } = await asks({ payload: { account: 'DE02-1' } });
    const condition = { field: 'account', operator: 'eq', value: 'DE02-1' };
    await policy({ ...BLOCKS, condition });
    await over(approval.id);
    expect(await decided(approval.id)).toMatchObject({ status: 'REJECTED', reason: 'policy-blocked' });
  });

  it('ends where a policy that was made meanwhile wants a person, and then waits for one', async () => {
    const receiver = { url: 'https://127.0.0.1:1/', events: ['approval.requested'] };
    expect((await organization.operator.post('/settings/webhooks', receiver)).status).toBe(201);
    const told = async () => {
      const query =
        "SELECT data ->> 'onExpiry' AS expiry FROM webhook_deliveries WHERE organization_id = $1 ORDER BY created_at, id";
      return (await rows.query(query, [organization.id])).rows.map(({ expiry }) => expiry);
    };
    const { id: holding } = await policy();
    const { approval, id } = await asks();
    const wants = await policy({ onExpiry: 'reject' });
    await over(approval.id);
    const waits = await eventually(
      () => approvalOf(approval.id),
      ({ onExpiry }) => onExpiry === 'reject',
    );
    expect(waits).toMatchObject({ status: 'PENDING', decidedBy: null });
    const hoursLeft = (Date.parse(waits.expiresAt) - Date.now()) / 3_600_000;
    expect([hoursLeft > 23, hoursLeft <= 24]).toEqual([true, true]);
    expect(await told()).toEqual(['approve', 'reject']);
    const entries = (await organization.operator.get('/audit-logs?limit=200')).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toContain('approval.hold-ended');
    for (const each of [holding, wants.id])
      expect((await organization.operator.delete(`/policies/${each}`)).status).toBe(200);
    expect((await organization.operator.post(`/approvals/${approval.id}/approve`)).status).toBe(200);
    const action = await organization.agent.get(`/sessions/${session}/actions/${id}`);
    expect(action.body.data.status).toBe('CLEARED');
  });

  it('permits a call with the time of its ask and its place in the session', async () => {
    await policy();
    const first = await asks();
    await rows.query("UPDATE actions SET created_at = created_at - interval '5 hours' WHERE id = $1", [first.id]);
    const second = await asks({ payload: { id: 2 } });
    const now = new Date().getUTCHours();
    await policy({ ...BLOCKS, condition: { field: 'time.hour', operator: 'in', value: [now, (now + 1) % 24] } });
    await policy({ ...BLOCKS, condition: { field: 'session.calls', operator: 'gte', value: 1 } });
    await Promise.all([over(first.approval.id), over(second.approval.id)]);
    expect(await decided(first.approval.id)).toMatchObject({ status: 'APPROVED', reason: 'not-stopped' });
    expect(await decided(second.approval.id)).toMatchObject({ status: 'REJECTED', reason: 'policy-blocked' });
  });

  it('permits no more calls than a limit leaves to a person, although all were asked before', async () => {
    await policy();
    const limit = { window: { count: true }, per: 'agent', seconds: 3_600, operator: 'gt', value: 2 };
    await policy({ onExpiry: 'reject', condition: limit });
    const asked = await Promise.all(Array.from({ length: 6 }, (_, id) => asks({ payload: { id } })));
    await rows.query('UPDATE approvals SET permits_at = now() WHERE id = ANY ($1)', [
      asked.map(({ approval }) => approval.id),
    ]);
    const all = await eventually(
      () => Promise.all(asked.map(({ approval }) => approvalOf(approval.id))),
      (found) => found.every(({ status, onExpiry }) => status !== 'PENDING' || onExpiry === 'reject'),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(2).fill('APPROVED'), ...Array(4).fill('PENDING')]);
  });

  it('is not for a call for which the client itself wants a person', async () => {
    await policy();
    const { approval } = await asks({ status: 'PENDING_APPROVAL' });
    expect(await approvalOf(approval.id)).toMatchObject({ onExpiry: 'reject' });
  });
});

describe('a performed call in its hold window', () => {
  it('runs although its agent is dead, and not before its time nor after Stop', async () => {
    const world = await newPerforming();
    await policy({ apiNamePattern: UPDATE.apiName }, world);
    const uncaptured = { field: 'captureFailed', operator: 'eq', value: true };
    await policy({ ...BLOCKS, condition: uncaptured }, world);
    const held = (await world.perform(UPDATE.apiName, UPDATE.payload)).body.data;
    const stopped = (await world.perform(UPDATE.apiName, { ...UPDATE.payload, match: { id: 2 } })).body.data;
    expect(held).toMatchObject({ status: 'PENDING_APPROVAL', performance: { state: 'waiting' } });
    expect((await world.operator.post(`/approvals/${stopped.approval.id}/reject`, {})).status).toBe(200);
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
    await Promise.all([over(held.approval.id), over(stopped.approval.id)]);
    const ended = await eventually(
      async () => (await world.read(held.id)).body.data,
      ({ performance }) => performance.state === 'done',
    );
    expect(ended).toMatchObject({ status: 'SUCCESS', performance: { attempts: 1 } });
    expect(await world.credits()).toEqual(['1:99', '2:10', '3:10']);
  });
});

describe('a wrapped client under a hold', () => {
  /** A statement that waits, and its approval. */
  async function held() {
    const setting = await newSetting();
    await policy({ apiNamePattern: 'postgres.*' }, setting);
    const query = setting.pool.query('UPDATE customers SET credit = 99 WHERE id = 1');
    const outcome = query.then(
      () => 'ran',
      (error: Error) => error.name,
    );
    const [waiting] = await eventually(
      async () => (await setting.operator.get('/approvals')).body.data as { id: string; actionId: string }[],
      (found) => found.length === 1,
    );
    const { id = '', actionId = '' } = waiting ?? {};
    expect(await approvalOf(id, setting)).toMatchObject({ status: 'PENDING', onExpiry: 'approve' });
    expect((await creditsOf(setting))[0]).toBe('1:10');
    const actionOf = async () =>
      (await setting.operator.get(`/sessions/${setting.session.id}/actions/${actionId}`)).body.data;
    return { setting, id, outcome, actionOf };
  }

  it('runs its call when the time is over, without a person', async () => {
    const { setting, id, outcome, actionOf } = await held();
    await over(id);
    expect(await outcome).toBe('ran');
    await setting.session.flush();
    expect((await creditsOf(setting))[0]).toBe('1:99');
    expect(await actionOf()).toMatchObject({ status: 'SUCCESS', violation: null });
    expect((await approvalOf(id, setting)).decidedBy).toBeNull();
  });

  it('does not run its call after Stop was acknowledged, though the time is over', async () => {
    const { setting, id, outcome, actionOf } = await held();
    expect((await setting.operator.post(`/approvals/${id}/reject`, { reason: 'stop' })).status).toBe(200);
    await over(id);
    expect(await outcome).toBe('ApprovalRejectedError');
    expect((await creditsOf(setting))[0]).toBe('1:10');
    expect(await actionOf()).toMatchObject({ status: 'REJECTED' });
  });
});
