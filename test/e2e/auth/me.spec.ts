import { Caller, newOrganization, newSession, type Organization, serviceB } from '../../support/client.js';
import { call, errorOf, rows, setPlan } from '../../support/ledger.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

afterAll(() => rows.end());

const expected = ({ id, email }: Organization, more: { name?: string; plan?: string; usage?: object } = {}) => ({
  user: { id: UUID, email, name: more.name ?? 'Operator', emailVerified: false, createdAt: TIME },
  organization: { id, name: "Operator's organization", plan: more.plan ?? 'TEAM', createdAt: TIME },
  usage: { month: new Date().toISOString().slice(0, 7), actions: 0, limit: 500_000, ...more.usage },
});

const renamings = async ({ id }: Organization) =>
  (
    await rows.query(
      `SELECT actor, target, before, after, request_id FROM audit_entries
       WHERE organization_id = $1 AND action = 'member.renamed' ORDER BY sequence`,
      [id],
    )
  ).rows;

describe('GET /me', () => {
  it('shows operators their account, their organization, and its usage this month', async () => {
    const organization = await newOrganization();
    const { operator, agent, testAgent } = organization;
    const answer = await operator.get('/me');
    expect([answer.status, answer.body]).toEqual([200, { data: expected(organization), error: null, timestamp: TIME }]);
    const session = await newSession(agent);
    for (let index = 0; index < 3; index++) await agent.post(`/sessions/${session}/actions`, call());
    await testAgent.post(`/sessions/${await newSession(testAgent)}/actions`, call());
    await setPlan(organization.id, 'FREE');
    const later = await operator.at(serviceB).get('/me');
    expect(later.body.data).toEqual(expected(organization, { plan: 'FREE', usage: { actions: 3, limit: 1_000 } }));
  });

  it('counts from nothing in a new month', async () => {
    const organization = await newOrganization();
    await rows.query(
      `INSERT INTO usage_months (organization_id, month, actions)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month', 77)`,
      [organization.id],
    );
    expect((await organization.operator.get('/me')).body.data).toEqual(expected(organization));
  });

  it('is for operators only', async () => {
    const { agent, operator } = await newOrganization();
    for (const path of ['/me', '/team/members']) {
      expect(errorOf(await agent.get(path))).toBe('operator-required');
      expect(errorOf(await new Caller(operator.service, null).get(path))).toBe('unauthenticated');
    }
  });
});

describe('PATCH /me', () => {
  it('changes the displayed name, and records it in the audit log', async () => {
    const organization = await newOrganization();
    const { operator, email } = organization;
    const answer = await operator.patch('/me', { name: 'Grace Hopper' });
    expect([answer.status, answer.body.data]).toEqual([200, expected(organization, { name: 'Grace Hopper' })]);
    expect((await operator.at(serviceB).get('/me')).body.data.user.name).toBe('Grace Hopper');
    const id = answer.body.data.user.id;
    const member = { email, emailVerified: false, role: 'MEMBER' };
    expect(await renamings(organization)).toEqual([
      {
        actor: { kind: 'USER', id, label: email },
        target: { type: 'member', id },
        before: { ...member, name: 'Operator' },
        after: { ...member, name: 'Grace Hopper' },
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it('changes nothing, and writes nothing, when it is the name already', async () => {
    const organization = await newOrganization();
    expect((await organization.operator.patch('/me', { name: 'Operator' })).status).toBe(200);
    expect(await renamings(organization)).toEqual([]);
  });

  it('writes one entry for each of eight concurrent changes, and the last one decides the name', async () => {
    const organization = await newOrganization();
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(
      names.map((name, index) =>
        (index % 2 ? organization.operator : organization.operator.at(serviceB)).patch('/me', { name }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const entries = await renamings(organization);
    expect(entries.map(({ after }) => after.name).sort()).toEqual(names);
    expect(entries.slice(1).map(({ before }) => before.name)).toEqual(
      entries.slice(0, -1).map(({ after }) => after.name),
    );
    expect((await organization.operator.get('/me')).body.data.user.name).toBe(entries[7]?.after.name);
  });

  it.each([
    ['nothing', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['no name', { name: null }, 'name'],
    ['another address', { name: 'Ada', email: 'else@example.com' }, 'email'],
    ['another plan', { name: 'Ada', plan: 'TEAM' }, 'plan'],
  ])('refuses %s and changes nothing', async (_, body, field) => {
    const organization = await newOrganization();
    const answer = await organization.operator.patch('/me', body);
    expect(errorOf(answer)).toBe('validation-failed');
    expect(answer.body.error.errors[0].field).toBe(field);
    expect((await organization.operator.get('/me')).body.data).toEqual(expected(organization));
  });
});

describe('GET /team/members', () => {
  it('lists who belongs to the organization, newest first, a page at a time', async () => {
    const { id, operator, email } = await newOrganization();
    await newOrganization();
    await rows.query(
      `INSERT INTO users (id, organization_id, email, name)
       SELECT gen_random_uuid(), $1::uuid, n || $2, 'Member ' || n FROM generate_series(1, 4) n`,
      [id, email],
    );
    const all = await operator.get('/team/members');
    expect(all.status).toBe(200);
    expect(all.body.data).toHaveLength(5);
    expect(all.body.data).toContainEqual({ id: UUID, email, name: 'Operator', role: 'MEMBER', joinedAt: TIME });
    expect(all.body.data).toContainEqual({
      id: UUID,
      email: `4${email}`,
      name: 'Member 4',
      role: 'MEMBER',
      joinedAt: TIME,
    });

    const seen: unknown[] = [];
    let next = '/team/members?limit=2';
    for (let page = 0; page < 3; page++) {
      const answer = await operator.get(next);
      seen.push(...answer.body.data);
      next = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect([seen, next]).toEqual([all.body.data, '']);
  });

  it('needs the plan TEAM', async () => {
    const { id, operator } = await newOrganization();
    await setPlan(id, 'PRO');
    const answer = await operator.at(serviceB).get('/team/members');
    expect([answer.status, errorOf(answer)]).toEqual([403, 'plan-required']);
  });
});
