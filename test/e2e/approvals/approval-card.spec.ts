import { newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { gated, logged, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent, 'biller');
});
afterAll(() => rows.end());

const card = async (id: string) => (await organization.operator.get(`/approvals/${id}`)).body.data;
const contextOf = async (id: string) => (await card(id)).context;

describe('the card of an approval', () => {
  it('shows an operator the agent, the intent, the earlier calls, the reason for the approval and how completely the call can be undone', async () => {
    const { agent, operator } = organization;
    const policy = await operator.post('/policies', {
      apiNamePattern: 'crm.invoice.*',
      action: 'REQUIRE_APPROVAL',
      reason: 'money leaves the house',
    });
    await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'ALLOW', reason: 'did not stop it' });
    const [known] = (await operator.get('/agents')).body.data;
    await operator.put(`/agents/${known.id}`, { displayName: 'Billing helper' });
    await logged(agent, session, { status: 'SUCCESS', payload: { id: 1 } });
    await logged(agent, session, { payload: { id: 2 } });
    const asked = await agent.post(`/sessions/${session}/actions`, {
      apiName: 'crm.invoice.pay',
      operationType: 'EXECUTE',
      payload: { amount: 900 },
    });
    expect(await contextOf(asked.body.data.approval.id)).toEqual({
      intent: 'look after customers',
      agentId: 'biller',
      agentName: 'Billing helper',
      precedingActions: [
        { sequence: 1, apiName: 'crm.customer.update', status: 'SUCCESS', summary: 'crm.customer.update: id=1' },
        { sequence: 2, apiName: 'crm.customer.update', status: 'CLEARED', summary: 'crm.customer.update: id=2' },
      ],
      reversibility: 'none',
      policy: { ids: [policy.body.data.id], reason: 'money leaves the house' },
      difference: null,
      differenceOmitted: 0,
      hidden: [],
    });
  });

  it('shows the last ten calls before it, of its own session, and none after it', async () => {
    const { agent } = organization;
    await logged(agent, await newSession(agent, 'biller'), { payload: { elsewhere: true } });
    for (let id = 1; id <= 12; id++) await logged(agent, session, { payload: { id } });
    const { approvalId } = await gated(agent, session);
    await logged(agent, session, { payload: { later: true } });
    const { precedingActions } = await contextOf(approvalId);
    const wanted = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    expect(precedingActions.map(({ sequence }: { sequence: number }) => sequence)).toEqual(wanted);
    expect(precedingActions.map(({ summary }: { summary: string }) => summary)).toEqual(
      wanted.map((id) => `crm.customer.update: id=${id}`),
    );
  });

  it('is for operators: an agent reads its approval as before', async () => {
    const { approvalId } = await gated(organization.agent, session);
    const { body } = await organization.agent.get(`/approvals/${approvalId}`);
    const { context, payloadShown, grant, approvers, note, timeRemaining, ...forOperator } = await card(approvalId);
    expect([typeof context, payloadShown, grant, approvers, note]).toEqual(['object', { id: 7 }, null, null, null]);
    expect(body.data).toEqual({ ...forOperator, timeRemaining: expect.any(Number) });
    expect(timeRemaining).toBeGreaterThan(0);
  });
});

describe('the difference a call would make', () => {
  let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  beforeAll(async () => {
    database = await newCustomerDatabase();
    await database.pool.query('CREATE TABLE customers (id integer PRIMARY KEY, name text, credit integer)');
    await database.pool.query("INSERT INTO customers VALUES (7, 'Ada', 100), (8, 'Bob', 5)");
  });
  afterAll(() => database.drop());

  async function asked(payload: object): Promise<string> {
    const { agent, operator } = organization;
    await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
    const call = { apiName: 'postgres.rows.update', payload };
    const { precaptureId } = (await agent.post(`/sessions/${session}/actions/precapture`, call)).body.data;
    return (await gated(agent, session, { ...call, precaptureId })).approvalId;
  }

  it('is shown field by field from the captured values, with the fields that can be undone', async () => {
    const id = await asked({ table: 'customers', match: { id: 7 }, values: { credit: 0, name: 'Ada' } });
    expect(await contextOf(id)).toMatchObject({
      reversibility: 'exact',
      difference: [{ field: 'public.customers id=7 credit', before: '100', after: 0 }],
      differenceOmitted: 0,
    });
  });

  it('marks hidden characters, and is omitted once the arguments are edited', async () => {
    const payload = { table: 'customers', match: { id: 8 }, values: { name: 'Bob\u202eyrelleC' } };
    const id = await asked(payload);
    const { context, payload: kept } = await card(id);
    expect(context.difference).toEqual([
      { field: 'public.customers id=8 name', before: 'Bob', after: 'Bob⟦U+202E⟧yrelleC' },
    ]);
    expect(kept).toEqual(payload);
    await organization.operator.post(`/approvals/${id}/approve`, { payload: { ...payload, values: { name: 'Bo' } } });
    expect((await contextOf(id)).difference).toBeNull();
  });

  it('shows five hundred fields and the number of the others', async () => {
    await database.pool.query('CREATE TABLE many (id integer PRIMARY KEY, a integer)');
    await database.pool.query('INSERT INTO many SELECT i, 0 FROM generate_series(1, 600) i');
    const { difference, differenceOmitted } = await contextOf(
      await asked({ table: 'many', match: {}, values: { a: 1 } }),
    );
    expect([difference.length, differenceOmitted]).toEqual([500, 100]);
  });
});

describe('hidden characters', () => {
  const payload = { to: 'ada@example.com\u200b', 'no\u00adte': ['pay \u202e001 now', 'fine'], n: 1 };

  it('are marked on the card and in the list, and the payload stays as it was sent', async () => {
    const { agent, operator } = organization;
    session = (await agent.post('/sessions', { agentId: unique('agent'), intent: 'tidy\u{e0041} up' })).body.data.id;
    await logged(agent, session, { payload: { x: '\u2066' } });
    const { approvalId } = await gated(agent, session, { payload });
    const shown = await card(approvalId);
    expect(shown.payload).toEqual(payload);
    expect(shown.payloadShown).toEqual({
      to: 'ada@example.com⟦U+200B⟧',
      'no⟦U+00AD⟧te': ['pay ⟦U+202E⟧001 now', 'fine'],
      n: 1,
    });
    expect(shown.context).toMatchObject({
      intent: 'tidy⟦U+E0041⟧ up',
      precedingActions: [{ summary: expect.stringMatching(/: x="⟦U\+2066⟧"$/) }],
      hidden: [
        { field: 'intent', kinds: ['tag'] },
        { field: 'payload.to', kinds: ['zero-width'] },
        { field: 'payload.no⟦U+00AD⟧te', kinds: ['soft-hyphen'] },
        { field: 'payload.no⟦U+00AD⟧te.0', kinds: ['bidi'] },
      ],
    });
    const summary = '{"to":"ada@example.com⟦U+200B⟧","no⟦U+00AD⟧te":["pay ⟦U+202E⟧001 now","fine"],"n":1}';
    const [listed] = (await operator.get('/approvals')).body.data;
    expect([shown.payloadSummary, listed.payloadSummary]).toEqual([summary, summary]);
  });

  it('do not change the hash that the approval is bound to', async () => {
    const { approvalId } = await gated(organization.agent, session, { payload });
    const { payloadHash } = await card(approvalId);
    const approved = await organization.operator.post(`/approvals/${approvalId}/approve`, { payloadHash });
    expect(approved.body.data).toMatchObject({ status: 'APPROVED', payload, payloadHash });
  });
});
