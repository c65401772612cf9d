import { newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const policy = async (more: object) =>
  (await organization.operator.post('/policies', { apiNamePattern: 'crm.*', action: 'BLOCK', ...more })).body.data;

/** Returns the result of a request for a call: an action's status, or the code of the refusal. */
async function asks(session: string, more: object = {}, service = serviceA): Promise<string> {
  const answer = await organization.agent.at(service).post(`/sessions/${session}/actions`, call(more));
  return errorOf(answer) ?? answer.body.data.status;
}

describe('a call that its agent declares a READ', () => {
  it('counts as a write for policies where no connector knows its name, and is recorded as a READ', async () => {
    const { agent, operator } = organization;
    await policy({ condition: { field: 'operationType', operator: 'neq', value: 'READ' }, action: 'REQUIRE_APPROVAL' });
    await policy({ condition: { field: 'operationType', operator: 'eq', value: 'READ' }, action: 'BLOCK' });
    const session = await newSession(agent);
    const asked = await agent.post(`/sessions/${session}/actions`, call({ operationType: 'READ' }));
    expect(asked.body.data).toMatchObject({ operationType: 'READ', status: 'PENDING_APPROVAL' });
    const edit = { payload: { id: 8 } };
    const preview = await operator.post(`/approvals/${asked.body.data.approval.id}/approve`, edit);
    expect(preview.status).toBe(200);
    const draft = { apiNamePattern: 'crm.*', action: 'BLOCK' };
    const matched = async (value: string) => {
      const condition = { field: 'operationType', operator: 'eq', value };
      return (await operator.post('/policies/simulate', { ...draft, condition })).body.data.matched;
    };
    expect([await matched('READ'), await matched('EXECUTE')]).toEqual([0, 1]);
  });
});

describe('a policy on the user or a label of a session', () => {
  it('decides calls of that session, in the replay of past calls and of edited arguments, and is blind to arguments of these names', async () => {
    const { agent, operator } = organization;
    await policy({ condition: { field: 'labels.tier', operator: 'eq', value: 'gold' } });
    const ofEve = { field: 'onBehalfOf', operator: 'eq', value: 'eve@example.org' };
    await policy({ condition: ofEve, action: 'REQUIRE_APPROVAL' });
    const of = async (more: object) =>
      (await agent.post('/sessions', { agentId: 'a', intent: 'x', ...more })).body.data.id;
    const ada = { onBehalfOf: 'ada@example.com' };
    const silver = await of({ ...ada, labels: { tier: 'silver' } });
    const payload = { onBehalfOf: 'eve@example.org', labels: { tier: 'gold' } };
    expect(await asks(silver, { payload })).toBe('CLEARED');
    expect(await asks(await of({ ...ada, labels: { tier: 'gold' } }))).toBe('policy-blocked');
    const eve = await of({ onBehalfOf: 'eve@example.org' });
    const { body } = await agent.post(`/sessions/${eve}/actions`, call({}));
    expect(body.data.status).toBe('PENDING_APPROVAL');
    const edited = await operator.post(`/approvals/${body.data.approval.id}/preview`, { payload: { id: 8 } });
    expect(edited.body.data.decision).toBe('REQUIRE_APPROVAL');
    expect(await asks(await of({}))).toBe('CLEARED');
    const draft = { apiNamePattern: 'crm.*', action: 'BLOCK' };
    const replayed = await operator.post('/policies/simulate', { ...draft, condition: ofEve });
    expect(replayed.body.data.matched).toBe(1);
  });
});

describe('the name of a policy', () => {
  it('is unique in its organization, can be changed and taken away, and is free for other organizations', async () => {
    const { operator } = organization;
    const draft = { apiNamePattern: 'crm.*', action: 'BLOCK' };
    const named = await operator.post('/policies', { ...draft, name: 'No customers' });
    expect([named.status, named.body.data.name]).toEqual([201, 'No customers']);
    const taken = await operator.post('/policies', { ...draft, name: 'No customers' });
    expect([taken.status, errorOf(taken)]).toEqual([409, 'conflict']);
    const other = (await operator.post('/policies', { ...draft, name: 'Others' })).body.data;
    const renamed = await operator.put(`/policies/${other.id}`, { name: 'No customers' });
    expect([renamed.status, errorOf(renamed)]).toEqual([409, 'conflict']);
    expect((await operator.put(`/policies/${named.body.data.id}`, { name: null })).body.data.name).toBeNull();
    expect((await operator.put(`/policies/${other.id}`, { name: 'No customers' })).status).toBe(200);
    expect((await operator.post('/policies', { ...draft, name: 'x'.repeat(101) })).status).toBe(400);
    const stranger = (await newOrganization()).operator;
    expect((await stranger.post('/policies', { ...draft, name: 'No customers' })).status).toBe(201);
  });
});

describe('the five routes', () => {
  it('create, list, change, toggle and delete', async () => {
    const { operator } = organization;
    const condition = { field: 'amount', operator: 'gt', value: 500 };
    const created = await operator.post('/policies', {
      apiNamePattern: 'crm.*',
      condition,
      action: 'BLOCK',
      enabled: true,
    });
    expect(created.status).toBe(201);
    const view = {
      id: expect.any(String),
      name: null,
      apiNamePattern: 'crm.*',
      condition,
      action: 'BLOCK',
      enabled: true,
      reason: null,
      mode: 'enforce',
      requiredApprovals: 1,
      onChange: 'run',
      expiresAfterSeconds: null,
      onExpiry: 'reject',
      approvalUsableSeconds: null,
      approvers: [],
      allowRequester: null,
      createdAt: TIME,
      updatedAt: TIME,
    };
    expect(created.body.data).toEqual(view);
    const { id } = created.body.data;
    const second = await policy({ action: 'ALLOW', mode: 'shadow', reason: 'because', enabled: false });
    expect((await operator.get('/policies')).body.data).toEqual([second, created.body.data]);
    const changed = await operator.put(`/policies/${id}`, { action: 'REQUIRE_APPROVAL', condition: null });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      { ...view, action: 'REQUIRE_APPROVAL', condition: null },
    ]);
    const toggled = await operator.patch(`/policies/${id}/toggle`);
    expect([toggled.status, toggled.body.data.enabled]).toEqual([200, false]);
    expect((await operator.patch(`/policies/${id}/toggle`)).body.data.enabled).toBe(true);
    const deleted = await operator.delete(`/policies/${id}`);
    expect([deleted.status, deleted.body.data]).toEqual([200, { id, deleted: true }]);
    expect((await operator.get('/policies')).body.data).toEqual([second]);
    for (const answer of [
      await operator.put(`/policies/${id}`, {}),
      await operator.patch(`/policies/${id}/toggle`),
      await operator.delete(`/policies/${id}`),
    ])
      expect([answer.status, errorOf(answer)]).toEqual([404, 'not-found']);
  });

  it('return 404 for the policies of other organizations', async () => {
    const { id } = await policy({});
    const { operator } = await newOrganization();
    expect((await operator.get('/policies')).body.data).toEqual([]);
    expect((await operator.put(`/policies/${id}`, { action: 'ALLOW' })).status).toBe(404);
    expect((await operator.patch(`/policies/${id}/toggle`)).status).toBe(404);
    expect((await operator.delete(`/policies/${id}`)).status).toBe(404);
  });

  const good = { apiNamePattern: 'crm.*', action: 'BLOCK' };
  const condition = (more: object) => ({ condition: { field: 'amount', operator: 'gt', value: 5, ...more } });
  const WRONG: [string, object][] = [
    ['apiNamePattern', { apiNamePattern: undefined }],
    ['apiNamePattern', { apiNamePattern: '' }],
    ['apiNamePattern', { apiNamePattern: 'crm..x' }],
    ['apiNamePattern', { apiNamePattern: 'crm.a*' }],
    ['action', { action: 'DENY' }],
    ['enabled', { enabled: 'true' }],
    ['mode', { mode: 'audit' }],
    ['reason', { reason: 7 }],
    ['condition', { condition: [] }],
    ['condition', { condition: 'amount > 5' }],
    ['condition.operator', condition({ operator: 'matches' })],
    ['condition.value', condition({ value: '5' })],
    ['condition.value', condition({ operator: 'in', value: 5 })],
    ['condition.value', condition({ value: undefined })],
    ['condition.field', condition({ field: '' })],
    ['condition.field', condition({ field: '__proto__.x' })],
    ['condition.field', condition({ field: 'payload.constructor' })],
    ['condition.field', condition({ field: 'a.prototype' })],
    ['condition.field', condition({ field: 'agentID' })],
    ['condition.field', condition({ field: 'driftScor' })],
    ['condition.field', condition({ field: 'capture_failed', operator: 'eq', value: true })],
    ['condition.field', condition({ field: 'target.tables', operator: 'eq', value: 'a' })],
    ['condition.field', condition({ field: 'target.file', operator: 'eq', value: 'a' })],
    ['condition.field', condition({ field: 'time.minute' })],
    ['condition.field', condition({ field: 'session.has', operator: 'eq', value: 'a.b' })],
    ['condition.all.0.value', { condition: { all: [{ field: 'apiName', operator: 'eq', value: 'crm.*' }] } }],
    ['condition.value', condition({ field: 'session.did', operator: 'in', value: ['crm.*'] })],
    ['condition.value', condition({ field: 'target.table', operator: 'starts_with', value: 'crm*' })],
    ['condition.value', condition({ field: 'operationType', operator: 'eq', value: 'READS' })],
    ['condition.value', condition({ field: 'time.hour', operator: 'gt', value: 23 })],
    ['condition.timeZone', condition({ timeZone: 'Europe/Vienna' })],
    ['condition.timeZone', condition({ field: 'time.hour', timeZone: 'Vienna' })],
    ['condition.onMissing', condition({ onMissing: 'block' })],
    ['condition.extra', condition({ extra: 1 })],
    ['condition.all', { condition: { all: [] } }],
    [
      'condition.any.1.operator',
      { condition: { any: [condition({}).condition, { field: 'a', operator: 'x', value: 1 }] } },
    ],
    ['id', { id: 'mine' }],
  ];

  it.each(WRONG)('refuse a wrong %s and name it: %j', async (field, wrong) => {
    const { operator } = organization;
    const created = await operator.post('/policies', { ...good, ...wrong });
    expect([created.status, errorOf(created)]).toEqual([400, 'validation-failed']);
    expect(created.body.error.errors).toContainEqual({ field, message: expect.any(String) });
    const { id } = await policy({});
    if (Object.values(wrong)[0] === undefined) return;
    const changed = await operator.put(`/policies/${id}`, wrong);
    expect(changed.body.error.errors).toContainEqual({ field, message: expect.any(String) });
    expect((await operator.get('/policies')).body.data).toHaveLength(1);
  });
});

describe('a change of the policies', () => {
  it('holds for the very next call in both processes', async () => {
    const { operator } = organization;
    const session = await newSession(organization.agent);
    const both = async () => [await asks(session, {}, serviceA), await asks(session, {}, serviceB)];
    expect(await both()).toEqual(['CLEARED', 'CLEARED']);
    const { id } = await policy({});
    expect(await both()).toEqual(['policy-blocked', 'policy-blocked']);
    await operator.patch(`/policies/${id}/toggle`);
    expect(await both()).toEqual(['CLEARED', 'CLEARED']);
    await operator.at(serviceB).patch(`/policies/${id}/toggle`);
    expect(await both()).toEqual(['policy-blocked', 'policy-blocked']);
    await operator.put(`/policies/${id}`, { action: 'REQUIRE_APPROVAL' });
    expect(await both()).toEqual(['PENDING_APPROVAL', 'PENDING_APPROVAL']);
    await operator.put(`/policies/${id}`, { apiNamePattern: 'erp.*' });
    expect(await both()).toEqual(['CLEARED', 'CLEARED']);
    await operator.put(`/policies/${id}`, { apiNamePattern: '*' });
    await operator.at(serviceB).delete(`/policies/${id}`);
    expect(await both()).toEqual(['CLEARED', 'CLEARED']);
  });
});

describe('the verdict', () => {
  it('comes from the most restrictive policy, and names all that matched', async () => {
    const allow = await policy({ action: 'ALLOW' });
    const gate = await policy({ action: 'REQUIRE_APPROVAL', reason: 'second look' });
    const session = await newSession(organization.agent);
    const waiting = await organization.agent.post(`/sessions/${session}/actions`, call());
    expect(waiting.body.data.policy).toEqual({ decision: 'REQUIRE_APPROVAL', policyIds: [gate.id, allow.id] });
    const block = await policy({ reason: 'not on my watch' });
    const refused = await organization.agent.post(`/sessions/${session}/actions`, call());
    expect(refused.body.error.detail).toBe('not on my watch');
    const { actions } = (await organization.agent.get(`/sessions/${session}`)).body.data;
    expect(actions[1].policy).toEqual({ decision: 'BLOCK', policyIds: [block.id, gate.id, allow.id] });
  });

  it('is not changed by a shadow policy, which is evaluated and recorded', async () => {
    const shadow = await policy({ mode: 'shadow', reason: 'would block' });
    const session = await newSession(organization.agent);
    const { status, body } = await organization.agent.post(`/sessions/${session}/actions`, call());
    expect([status, body.data.status, body.data.policy]).toEqual([
      201,
      'CLEARED',
      { decision: 'ALLOW', policyIds: [] },
    ]);
    const { rows: kept } = await rows.query('SELECT shadow FROM actions WHERE id = $1', [body.data.id]);
    expect(kept).toEqual([{ shadow: { decision: 'BLOCK', policyIds: [shadow.id] } }]);
  });

  it('treats a value that is no number as over the limit, in a gate and not in a permission', async () => {
    await policy({ condition: { field: 'payload.amount', operator: 'gt', value: 500 } });
    const session = await newSession(organization.agent);
    const amounts: [unknown, string][] = [
      [500, 'CLEARED'],
      [501, 'policy-blocked'],
      ['501', 'policy-blocked'],
      ['5', 'policy-blocked'],
      [null, 'policy-blocked'],
      [{ value: 501 }, 'policy-blocked'],
      [[501], 'policy-blocked'],
      [true, 'policy-blocked'],
      [undefined, 'policy-blocked'],
    ];
    for (const [amount, expected] of amounts)
      expect([amount, await asks(session, { payload: { amount } })]).toEqual([amount, expected]);
    expect(amounts).toHaveLength(9);
  });

  it('counts a field that is missing in an argument as a match only where the condition says so', async () => {
    const { id } = await policy({ condition: { field: 'values.amount', operator: 'gt', value: 500 } });
    const session = await newSession(organization.agent);
    expect(await asks(session, { payload: { values: {} } })).toBe('CLEARED');
    const condition = { field: 'values.amount', operator: 'gt', value: 500, onMissing: 'match' };
    await organization.operator.put(`/policies/${id}`, { condition });
    expect(await asks(session, { payload: { values: {} } })).toBe('policy-blocked');
    expect(await asks(session, { payload: { values: { amount: 1 } } })).toBe('CLEARED');
  });

  it('can depend on the caller and the call, and on groups of conditions', async () => {
    await policy({
      apiNamePattern: '*',
      condition: {
        any: [
          { field: 'agentId', operator: 'eq', value: 'intern' },
          {
            all: [
              { field: 'operationType', operator: 'eq', value: 'DELETE' },
              { field: 'ids', operator: 'contains', value: 7 },
            ],
          },
        ],
      },
    });
    const session = await newSession(organization.agent);
    const ofIntern = await newSession(organization.agent, 'intern');
    expect(await asks(ofIntern)).toBe('policy-blocked');
    expect(await asks(session)).toBe('CLEARED');
    expect(await asks(session, { operationType: 'DELETE', payload: { ids: [6, 7] } })).toBe('policy-blocked');
    expect(await asks(session, { operationType: 'DELETE', payload: { ids: [6] } })).toBe('CLEARED');
  });
});

describe('after a downgrade', () => {
  it('policies cannot be managed, and keep working: a gate on FREE is a refusal, never a silent permission', async () => {
    const { operator } = organization;
    const { id } = await policy({ action: 'REQUIRE_APPROVAL' });
    const session = await newSession(organization.agent);
    await setPlan(organization.id, 'FREE');
    expect(await asks(session, {}, serviceA)).toBe('plan-required');
    expect(await asks(session, {}, serviceB)).toBe('plan-required');
    const answers = await eventually(
      () =>
        Promise.all([
          operator.get('/policies'),
          operator.post('/policies', { apiNamePattern: '*', action: 'ALLOW' }),
          operator.put(`/policies/${id}`, { action: 'ALLOW' }),
          operator.patch(`/policies/${id}/toggle`),
          operator.delete(`/policies/${id}`),
        ]),
      (all) => all.every(({ status }) => status === 403),
    );
    expect(answers.map(errorOf)).toEqual(Array(5).fill('plan-required'));
  });

  it('an API key may not manage policies at all', async () => {
    const answers = await Promise.all([
      organization.agent.get('/policies'),
      organization.agent.post('/policies', { apiNamePattern: '*', action: 'ALLOW' }),
    ]);
    expect(answers.map(errorOf)).toEqual(['operator-required', 'operator-required']);
  });
});
