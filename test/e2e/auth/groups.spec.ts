import { auditedBy } from '../../support/audit.js';
import { Caller, newOrganization, type Organization, serviceA, serviceB, unique } from '../../support/client.js';
import { errorOf, rows, setPlan, tally } from '../../support/ledger.js';
import type { Operator } from '../../support/operators.js';
import { eventually } from '../../support/patience.mjs';
import { newGroup, newMember } from '../../support/team.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let organization: Organization;
let operator: Caller;
let own: string;
let colleague: Operator;
beforeEach(async () => {
  organization = await newOrganization();
  ({ operator } = organization);
  own = (await operator.get('/me')).body.data.user.id;
  colleague = await newMember(organization);
});
afterAll(() => rows.end());

const groups = async (by = operator) => (await by.get('/team/groups')).body.data;
const refused = (answer: Awaited<ReturnType<Caller['get']>>) => [answer.status, errorOf(answer)];

describe('a group', () => {
  it('is created, changed, listed and deleted at both processes, and the audit records each change', async () => {
    const { value: id, entries } = await auditedBy(organization, async () => {
      const made = await operator.post('/team/groups', { name: 'finance', members: [own] });
      const { id } = made.body.data;
      const shown = { id, name: 'finance', members: [own], createdAt: TIME, updatedAt: TIME };
      expect([made.status, made.body.data]).toEqual([201, shown]);
      const both = [own, colleague.id].sort();
      const changed = await operator.at(serviceB).put(`/team/groups/${id}`, { members: [...both, own] });
      expect(changed.body.data).toEqual({ ...shown, members: both });
      expect((await operator.put(`/team/groups/${id}`, { name: 'treasury' })).body.data.members).toEqual(both);
      await operator.put(`/team/groups/${id}`, { name: 'treasury', members: both.reverse() });
      expect(await groups(colleague.caller)).toEqual([{ ...shown, name: 'treasury', members: both.sort() }]);
      expect((await operator.delete(`/team/groups/${id}`)).body.data).toEqual({ id, deleted: true });
      expect(await groups()).toEqual([]);
      return id;
    });
    const [me, other] = [
      { id: own, email: organization.email },
      { id: colleague.id, email: colleague.email },
    ];
    const both = [me, other].sort((a, b) => (a.id < b.id ? -1 : 1));
    const by = expect.objectContaining({ label: organization.email });
    const entry = (action: string, before: object | null, after: object | null) =>
      expect.objectContaining({ action, actor: by, target: { type: 'group', id }, before, after });
    expect(entries).toEqual([
      entry('group.created', null, { name: 'finance', members: [me] }),
      entry('group.changed', { name: 'finance', members: [me] }, { name: 'finance', members: both }),
      entry('group.changed', { name: 'finance', members: both }, { name: 'treasury', members: both }),
      entry('group.deleted', { name: 'treasury', members: both }, null),
    ]);
  });

  it('has a name that is unique in the organization, also where two processes make it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        operator.at(index % 2 ? serviceA : serviceB).post('/team/groups', { name: 'finance' }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 7 });
    for (const answer of answers.filter(({ status }) => status === 409)) expect(errorOf(answer)).toBe('conflict');
    const other = await newGroup(operator, []);
    expect(refused(await operator.put(`/team/groups/${other}`, { name: 'finance' }))).toEqual([409, 'conflict']);
    await newGroup((await newOrganization()).operator, [], 'finance');
    for (const wrong of [
      {},
      { name: '' },
      { name: 'x'.repeat(101) },
      { name: 'a', members: 'all' },
      { name: 'a', role: 'ADMIN' },
    ])
      expect((await operator.post('/team/groups', wrong)).status).toBe(400);
  });

  it('is made once under one Idempotency-Key', async () => {
    const answers = await Promise.all(
      [serviceA, serviceB, serviceA].map((service) =>
        operator.at(service).post('/team/groups', { name: 'legal' }, 'once'),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await groups()).toHaveLength(1);
  });

  it('has members of its own organization alone, and is nothing to another one', async () => {
    const other = await newOrganization();
    const stranger = (await other.operator.get('/me')).body.data.user.id;
    for (const members of [[stranger], [own, stranger], ['019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c']]) {
      const { status, body } = await operator.post('/team/groups', { name: unique('group'), members });
      expect([status, body.error.errors]).toEqual([
        400,
        [{ field: 'members', message: 'names a user who is no member of your organization' }],
      ]);
    }
    const id = await newGroup(operator, [own]);
    expect((await operator.put(`/team/groups/${id}`, { members: [stranger] })).status).toBe(400);
    expect(refused(await other.operator.put(`/team/groups/${id}`, { members: [stranger] }))).toEqual([
      404,
      'not-found',
    ]);
    expect(refused(await other.operator.delete(`/team/groups/${id}`))).toEqual([404, 'not-found']);
    expect(await groups(other.operator)).toEqual([]);
    expect(await groups()).toMatchObject([{ id, members: [own] }]);
    await expect(
      rows.query(
        `INSERT INTO team_group_members (organization_id, group_id, user_id, added_by) VALUES ($1, $2, $3, $3)`,
        [organization.id, id, stranger],
      ),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('that a policy names cannot be deleted, whether or not the policy is enabled', async () => {
    const id = await newGroup(operator, [own]);
    const policy = { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', enabled: false, approvers: [id] };
    const named = (await operator.post('/policies', policy)).body.data.id;
    expect(refused(await operator.delete(`/team/groups/${id}`))).toEqual([409, 'group-in-use']);
    await expect(
      rows.query('DELETE FROM team_groups WHERE organization_id = $1 AND id = $2', [organization.id, id]),
    ).rejects.toMatchObject({ code: '23503' });
    await operator.put(`/policies/${named}`, { approvers: [] });
    expect((await operator.delete(`/team/groups/${id}`)).status).toBe(200);
  });

  it('that a policy is about to name is deleted first or kept, never both, in races on two processes', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await newGroup(operator, []);
      const [named, deleted] = await Promise.all([
        operator.at(serviceB).post('/policies', { apiNamePattern: 'crm.*', action: 'BLOCK', approvers: [id] }),
        operator.delete(`/team/groups/${id}`),
      ]);
      expect([[201, 409].join(), [400, 200].join()]).toContain([named.status, deleted.status].join());
    }
  });

  it('is left by a member who is removed, which the audit records', async () => {
    const id = await newGroup(operator, [own, colleague.id], 'finance');
    const { entries } = await auditedBy(organization, () => operator.delete(`/team/members/${colleague.id}`));
    expect(await groups()).toMatchObject([{ id, members: [own] }]);
    expect(entries.map(({ action }) => action)).toEqual(['member.removed', 'group.changed']);
    expect(entries[1]).toMatchObject({
      target: { type: 'group', id },
      before: { members: expect.arrayContaining([{ id: colleague.id, email: colleague.email }]) },
      after: { name: 'finance', members: [{ id: own, email: organization.email }] },
    });
  });

  it('is for people who have signed in, on TEAM: a token reads at most, a key nothing', async () => {
    const id = await newGroup(operator, []);
    const token = async (scopes: string[]) => {
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      const { body } = await operator.post('/me/tokens', { name: unique('token'), expiresAt, scopes });
      return new Caller(serviceA, body.data.token);
    };
    const [reading, writing, deciding] = [await token(['read']), await token(['policies']), await token(['decide'])];
    const changes = (by: Caller) => [
      by.post('/team/groups', { name: 'mine', members: [own] }),
      by.put(`/team/groups/${id}`, { members: [own] }),
      by.delete(`/team/groups/${id}`),
    ];
    for (const by of [reading, writing, deciding])
      for (const answer of await Promise.all(changes(by))) expect(refused(answer)).toEqual([403, 'scope-missing']);
    expect([(await reading.get('/team/groups')).status, (await writing.get('/team/groups')).status]).toEqual([
      200, 200,
    ]);
    expect((await deciding.get('/team/groups')).status).toBe(403);
    for (const by of [organization.agent, organization.testAgent])
      for (const answer of await Promise.all([by.get('/team/groups'), ...changes(by)]))
        expect(refused(answer)).toEqual([403, 'operator-required']);
    await setPlan(organization.id, 'PRO');
    await eventually(
      () => operator.get('/team/groups'),
      ({ status }) => status === 403,
    );
    for (const answer of await Promise.all([operator.get('/team/groups'), ...changes(operator)]))
      expect(refused(answer)).toEqual([403, 'plan-required']);
  });

  it('is one of at most 100', async () => {
    await rows.query(
      `INSERT INTO team_groups (organization_id, id, name) SELECT $1, gen_random_uuid(), n::text FROM generate_series(1, 99) n`,
      [organization.id],
    );
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name, index) => operator.at(index % 2 ? serviceA : serviceB).post('/team/groups', { name })),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 2 });
    expect(answers.map(errorOf).filter((code) => code !== null)).toEqual(['too-many-groups', 'too-many-groups']);
  });
});

it('an API key says which operator made it', async () => {
  const made = await colleague.caller.post('/api-keys', { name: 'ci', kind: 'live' });
  expect([made.status, made.body.data.createdBy]).toEqual([201, colleague.email]);
  const listed = (await operator.get('/api-keys')).body.data;
  expect(listed.map(({ createdBy }: { createdBy: string }) => createdBy)).toEqual([
    colleague.email,
    organization.email,
    organization.email,
  ]);
});
