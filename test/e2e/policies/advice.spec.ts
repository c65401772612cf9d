import { type Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

afterAll(() => rows.end());

interface Suggested {
  readonly kind: string;
  readonly policyId: string | null;
  readonly apiName: string | null;
  readonly coveredBy: readonly string[];
  readonly figures: object;
  readonly draft: Record<string, unknown>;
}

describe('GET /policies/advice', () => {
  let home: Organization;
  let operator: Caller;
  beforeEach(async () => {
    home = await newOrganization();
    operator = home.operator;
  });

  const advice = async (): Promise<Suggested[]> => {
    const { status, body } = await operator.get('/policies/advice');
    expect(status).toBe(200);
    return body.data;
  };
  const policy = async (more: object) =>
    (await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', ...more })).body.data;
  const asksFor = async (apiNames: readonly string[]) => {
    const session = await newSession(home.agent);
    for (const apiName of apiNames) await home.agent.post(`/sessions/${session}/actions`, call({ apiName }));
  };
  /** Each draft is one that the simulation takes and that can be made a policy. */
  const expectAccepted = async (suggestions: readonly Suggested[]) => {
    for (const { draft, policyId } of suggestions) {
      expect((await operator.post('/policies/simulate', draft)).status).toBe(200);
      const taken = policyId ? operator.put(`/policies/${policyId}`, draft) : operator.post('/policies', draft);
      expect((await taken).status).toBeLessThan(300);
    }
  };

  it('names operations that were called and that no policy names, with a shadow policy as draft', async () => {
    await policy({ apiNamePattern: 'crm.customer.*', mode: 'shadow' });
    await policy({ apiNamePattern: 'mail.*', enabled: false });
    await asksFor(['crm.customer.update', 'mail.messages.send', 'mail.messages.send', 'bank.transfer']);
    await asksFor(['mail.messages.send']);
    const suggestions = await advice();
    expect(suggestions.map(({ kind, apiName, figures }) => [kind, apiName, figures])).toEqual([
      [
        'unnamed-operation',
        'mail.messages.send',
        expect.objectContaining({ calls: 3, agents: 2, undone: 0, days: 30 }),
      ],
      ['unnamed-operation', 'bank.transfer', expect.objectContaining({ calls: 1, agents: 1 })],
    ]);
    expect(suggestions[0]?.draft).toMatchObject({ action: 'REQUIRE_APPROVAL', mode: 'shadow' });
    await expectAccepted(suggestions);
    expect(await advice()).toEqual([]);
  });

  it('names a policy whose ten approvals were all given, and drafts one that asks only beyond their number in a day', async () => {
    const { id } = await policy({ name: 'Customers' });
    const session = await newSession(home.agent);
    const ask = async () =>
      (await home.agent.post(`/sessions/${session}/actions`, call({ apiName: 'crm.update' }))).body.data;
    const approve = async () => operator.post(`/approvals/${(await ask()).approval.id}/approve`, {});
    for (let times = 0; times < 9; times++) await approve();
    expect(await advice()).toEqual([]);
    await approve();
    const suggestions = await advice();
    expect(suggestions).toEqual([
      expect.objectContaining({
        kind: 'always-approved',
        policyId: id,
        figures: expect.objectContaining({ approvals: 10 }),
      }),
    ]);
    expect(suggestions[0]?.draft).toMatchObject({
      name: 'Customers',
      condition: { window: { count: true }, per: 'organization', seconds: 86_400, operator: 'gt', value: 10 },
    });
    await expectAccepted(suggestions);
  });

  it('suggests nothing of the kind when one approval was rejected', async () => {
    await policy({});
    const session = await newSession(home.agent);
    for (let times = 0; times < 11; times++) {
      const { body } = await home.agent.post(`/sessions/${session}/actions`, call({ apiName: 'crm.update' }));
      const decision = times === 5 ? ['reject', { reason: 'no' }] : ['approve', {}];
      await operator.post(`/approvals/${body.data.approval.id}/${decision[0]}`, decision[1]);
    }
    expect(await advice()).toEqual([]);
  });

  it('suggests nothing where the end of a hold permitted each call and no operator decided', async () => {
    await policy({ expiresAfterSeconds: 3_600, onExpiry: 'approve' });
    const session = await newSession(home.agent);
    for (let times = 0; times < 10; times++)
      await home.agent.post(`/sessions/${session}/actions`, call({ apiName: 'crm.update' }));
    await rows.query('UPDATE approvals SET permits_at = now() WHERE session_id = $1', [session]);
    const waiting = () => rows.query("SELECT 1 FROM approvals WHERE session_id = $1 AND status = 'PENDING'", [session]);
    expect((await eventually(waiting, ({ rowCount }) => rowCount === 0)).rowCount).toBe(0);
    expect(await advice()).toEqual([]);
  });

  it('names a policy that another one covers, and leaves the older of two that say the same', async () => {
    const first = await policy({ apiNamePattern: 'crm.customer.*' });
    const second = await policy({ apiNamePattern: 'crm.customer.*' });
    await policy({ apiNamePattern: 'crm.customer.delete', requiredApprovals: 1, expiresAfterSeconds: 60 });
    const covered = (await advice()).filter(({ kind }) => kind === 'covered');
    expect(covered.map(({ policyId, coveredBy }) => [policyId, coveredBy])).toEqual([[second.id, [first.id]]]);
    expect(covered[0]?.draft.enabled).toBe(false);
    await expectAccepted(covered);
    expect((await advice()).filter(({ kind }) => kind === 'covered')).toEqual([]);
  });

  it('names a policy that was counted for a week and matched nothing; a younger one is given time', async () => {
    const [old] = [await policy({ apiNamePattern: 'a.*' }), await policy({ apiNamePattern: 'b.*' })];
    await rows.query("UPDATE policies SET counted_since = now() - interval '8 days' WHERE id = $1", [old.id]);
    const suggestions = await advice();
    expect(suggestions.map(({ kind, policyId }) => [kind, policyId])).toEqual([['never-matched', old.id]]);
    await expectAccepted(suggestions);
    expect(await advice()).toEqual([]);
  });
});
