import { auditedBy, auditOf } from '../../support/audit.js';
import {
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { call, errorOf, expectConsistent, rows, setPlan } from '../../support/ledger.js';
import type { Operator } from '../../support/operators.js';
import { eventually } from '../../support/patience.mjs';
import { newGroup, newMember } from '../../support/team.js';

let organization: Organization;
/** The operator who made the keys of the agents. */
let maker: Caller;
let approver: Operator;
let other: Operator;
let group: string;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  maker = organization.operator;
  [approver, other] = [await newMember(organization), await newMember(organization)];
  group = await newGroup(maker, [approver.id], 'finance');
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const policy = async (more: object = {}) => {
  const wanted = { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', approvers: [group], ...more };
  const made = await maker.post('/policies', wanted);
  expect(made.status).toBe(201);
  return made.body.data;
};
const ask = async (more: object = {}, by = organization.agent, of = session): Promise<string> =>
  (await by.post(`/sessions/${of}/actions`, call(more))).body.data.approval.id;
const approve = (by: Caller, id: string, body: object = {}) => by.post(`/approvals/${id}/approve`, body);
const read = async (id: string, by = maker) => (await by.get(`/approvals/${id}`)).body.data;
const refused = (answer: Awaited<ReturnType<Caller['get']>>) => [answer.status, errorOf(answer)];
const NOT_AN_APPROVER = [403, 'not-an-approver'];
const ownId = async (by: Caller) => (await by.get('/me')).body.data.user.id;

describe('a policy that names approvers', () => {
  it('is read as it was written, and names groups of its own organization alone', async () => {
    const { id, ...made } = await policy({ approvers: [group, group.toUpperCase()], allowRequester: true });
    expect(made).toMatchObject({ approvers: [group], allowRequester: true });
    const plain = (await maker.post('/policies', { apiNamePattern: 'a.*', action: 'ALLOW' })).body.data;
    expect(plain).toMatchObject({ approvers: [], allowRequester: null });
    expect((await maker.put(`/policies/${id}`, { reason: 'as before' })).body.data.approvers).toEqual([group]);
    const strangers = await newOrganization();
    const foreign = await newGroup(strangers.operator, []);
    for (const approvers of [[foreign], [group, foreign], ['019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c']]) {
      const unknown = approvers.at(-1);
      const wrong = {
        status: 400,
        errors: [{ field: 'approvers', message: `${unknown} is no group of your organization` }],
      };
      const wanted = { apiNamePattern: 'b.*', action: 'ALLOW', approvers };
      const { state } = (await maker.get('/policies/state')).body.data;
      for (const answer of [
        await maker.post('/policies', wanted),
        await maker.put(`/policies/${id}`, { approvers }),
        await maker.post('/policies/changes', { state, create: [wanted] }),
        await maker.post('/policies/changes', { state, change: [{ id, approvers }] }),
      ])
        expect({ status: answer.status, errors: answer.body.error.errors }).toEqual(wrong);
    }
    for (const approvers of ['all', ['finance'], Array(21).fill(group)])
      expect((await maker.put(`/policies/${id}`, { approvers })).status).toBe(400);
    await expect(rows.query('UPDATE policies SET approvers = $2 WHERE id = $1', [id, [foreign]])).rejects.toMatchObject(
      { code: '23503' },
    );
  });

  it('lets a member of any of its groups approve, and answers 403 not-an-approver to others', async () => {
    const legal = await newGroup(maker, [other.id], 'legal');
    await policy();
    const one = await ask();
    const answer = await approve(other.caller, one);
    expect(refused(answer)).toEqual(NOT_AN_APPROVER);
    expect(answer.body.error.detail).toBe(
      'You are not among the approvers of this call. It needs an approval of "finance". Each operator may reject it.',
    );
    expect((await read(one)).status).toBe('PENDING');
    expect((await approve(approver.caller, one)).body.data).toMatchObject({
      status: 'APPROVED',
      actionStatus: 'CLEARED',
    });
    await maker.put(`/policies/${(await maker.get('/policies')).body.data[0].id}`, { approvers: [group, legal] });
    const { id: two } = await eventually(
      async () => {
        const id = await ask();
        return { id, ...(await read(id, other.caller)).approvers };
      },
      ({ mayApprove }) => mayApprove,
    );
    expect((await approve(other.caller, two)).body.data.status).toBe('APPROVED');
    await expectConsistent(session);
  });

  it('counts requiredApprovals within its groups', async () => {
    await policy({ requiredApprovals: 2 });
    const id = await ask();
    expect((await approve(approver.caller, id)).body.data.status).toBe('PENDING');
    expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
    expect((await read(id)).approvers.rules).toMatchObject([
      { required: 2, given: 1, groups: [{ name: 'finance', members: 1 }] },
    ]);
    await maker.put(`/team/groups/${group}`, { members: [approver.id, other.id] });
    expect((await approve(other.caller, id)).body.data).toMatchObject({ status: 'APPROVED', actionStatus: 'CLEARED' });
  });

  it('lets each operator reject, revoke and withdraw, because that only subtracts', async () => {
    await policy();
    const [rejected, revoked, withdrawn] = [await ask(), await ask(), await ask()];
    expect((await other.caller.post(`/approvals/${rejected}/reject`, { reason: 'no' })).body.data).toMatchObject({
      status: 'REJECTED',
      decidedBy: other.email,
    });
    await approve(approver.caller, revoked);
    expect((await other.caller.post(`/approvals/${revoked}/revoke`)).body.data.code).toBe('revoked');
    expect((await maker.post(`/approvals/${withdrawn}/withdraw`)).body.data.code).toBe('withdrawn');
    await expectConsistent(session);
  });

  it('also says who reviews a call that has run already', async () => {
    await policy();
    const { body } = await organization.agent.post(
      `/sessions/${session}/actions`,
      call({ status: 'SUCCESS', response: {} }),
    );
    const { id } = body.data.approval;
    expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
    expect((await approve(approver.caller, id)).body.data.status).toBe('APPROVED');
  });
});

describe('whoever asked', () => {
  it('does not approve: who made the key, however the key is used, or who asked without one', async () => {
    await maker.put(`/team/groups/${group}`, { members: [await ownId(maker), approver.id] });
    await policy();
    const id = await ask();
    const answer = await approve(maker, id);
    expect(refused(answer)).toEqual(NOT_AN_APPROVER);
    expect(answer.body.error.detail).toMatch(/^You asked for this call, so another operator has to approve it\./);
    const exchanged = await new Caller(serviceB, null).post('/auth/token', { apiKey: organization.agent.credential });
    const byToken = await ask({}, new Caller(serviceA, exchanged.body.data.token));
    expect(refused(await approve(maker, byToken))).toEqual(NOT_AN_APPROVER);
    const own = await ask({}, approver.caller, await newSession(approver.caller));
    expect(refused(await approve(approver.caller, own))).toEqual(NOT_AN_APPROVER);
    expect((await approve(maker, own)).body.data.status).toBe('APPROVED');
    expect((await approve(approver.caller, id)).body.data.status).toBe('APPROVED');
  });

  it('is the user whose task it is, too, in every spelling of the address', async () => {
    await policy();
    const [name, domain] = approver.email.split('@') as [string, string];
    for (const onBehalfOf of [
      approver.email,
      approver.email.toUpperCase(),
      `  ${approver.email} `,
      `Ada <${approver.email}>`,
      `"${name}"@${domain}.`,
      `${name}+agent@${domain}`,
      `mailto:${name}\u200b@${domain}`,
    ]) {
      const made = await organization.agent.post('/sessions', { agentId: unique('agent'), intent: 'x', onBehalfOf });
      const id = await ask({}, organization.agent, made.body.data.id);
      expect([onBehalfOf, ...refused(await approve(approver.caller, id))]).toEqual([onBehalfOf, ...NOT_AN_APPROVER]);
    }
  });

  it('approves where the policy allows it, and where no policy names approvers', async () => {
    await maker.put(`/team/groups/${group}`, { members: [await ownId(maker)] });
    await policy({ allowRequester: true });
    expect((await approve(maker, await ask())).body.data.status).toBe('APPROVED');
    await maker.post('/policies', { apiNamePattern: 'mail.*', action: 'REQUIRE_APPROVAL' });
    const plain = await eventually(
      () => organization.agent.post(`/sessions/${session}/actions`, call({ apiName: 'mail.messages.send' })),
      ({ body }) => body.data.approval !== null,
    );
    const { id } = plain.body.data.approval;
    expect((await read(id)).approvers).toBeNull();
    expect((await approve(maker, id)).body.data.status).toBe('APPROVED');
  });

  it('is kept out by allowRequester: false also without approvers; a person who joined anew is the same person', async () => {
    const key = await other.caller.post('/api-keys', { name: 'own', kind: 'live' });
    const agent = new Caller(serviceA, key.body.data.key);
    await policy({ approvers: [], allowRequester: false });
    const id = await ask({}, agent, await newSession(agent));
    expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
    await maker.delete(`/team/members/${other.id}`);
    const { rows: again } = await rows.query(
      `INSERT INTO users (id, organization_id, email, name, password_hash)
       SELECT gen_random_uuid(), organization_id, $2, 'Again', password_hash FROM users WHERE id = $1 RETURNING id`,
      [approver.id, other.email],
    );
    expect(again[0].id).not.toBe(other.id);
    const password = 'correct horse battery staple';
    const signedIn = await new Caller(serviceB, null).post('/auth/login', { email: other.email, password });
    const anew = new Caller(serviceB, signedIn.body.data.token);
    expect(refused(await approve(anew, id))).toEqual(NOT_AN_APPROVER);
    expect((await approve(approver.caller, id)).body.data.status).toBe('APPROVED');
  });
});

describe('several policies', () => {
  it('each want their own approvers, so that a further policy never lets anybody else decide', async () => {
    const security = await newGroup(maker, [other.id], 'security');
    await policy();
    await policy({ approvers: [security] });
    const id = await ask();
    expect((await approve(other.caller, id)).body.data).toMatchObject({
      status: 'PENDING',
      actionStatus: 'PENDING_APPROVAL',
    });
    const third = await newMember(organization);
    await maker.put(`/team/groups/${security}`, { members: [other.id, third.id] });
    const given = await approve(third.caller, id);
    expect([...refused(given), given.body.error.detail]).toEqual([
      ...NOT_AN_APPROVER,
      'Your group has approved this call. It needs an approval of "finance". Each operator may reject it.',
    ]);
    expect((await approve(approver.caller, id)).body.data).toMatchObject({
      status: 'APPROVED',
      actionStatus: 'CLEARED',
    });
    await expectConsistent(session);
  });

  it('of which one names no approvers want theirs all the same', async () => {
    await policy();
    await policy({ approvers: [], requiredApprovals: 2 });
    const id = await ask();
    expect((await approve(other.caller, id)).body.data.status).toBe('PENDING');
    expect((await approve(approver.caller, id)).body.data.status).toBe('APPROVED');
  });

  it('hold a request as they were when it was asked: deleting or loosening one opens nothing that waits', async () => {
    const loosened = await policy();
    const deleted = await policy({ apiNamePattern: 'mail.*' });
    const [one, two] = [await ask(), await ask({ apiName: 'mail.messages.send' })];
    await maker.put(`/policies/${loosened.id}`, { approvers: [], allowRequester: true });
    await maker.delete(`/policies/${deleted.id}`);
    for (const id of [one, two]) {
      expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
      expect((await read(id)).approvers).toMatchObject({ rules: [{ groups: [{ id: group, name: 'finance' }] }] });
    }
    expect((await maker.delete(`/team/groups/${group}`)).status).toBe(200);
    const answer = await approve(approver.caller, one);
    expect(answer.body.error.detail).toBe(
      'You are not among the approvers of this call. It needs an approval of a group that was deleted. No operator can approve it: reject it and have the agent ask again. Each operator may reject it.',
    );
    expect((await maker.post(`/approvals/${one}/reject`)).status).toBe(200);
  });
});

describe('edited arguments', () => {
  it('are an approval of the approvers of both, and only an approver of what was asked edits', async () => {
    const security = await newGroup(maker, [other.id], 'security');
    await policy();
    await policy({ approvers: [security], condition: { field: 'amount', operator: 'gt', value: 500 } });
    const id = await ask({ payload: { amount: 1 } });
    const payload = { amount: 501 };
    expect(refused(await approve(other.caller, id, { payload }))).toEqual(NOT_AN_APPROVER);
    expect(refused(await other.caller.post(`/approvals/${id}/preview`, { payload }))).toEqual(NOT_AN_APPROVER);
    expect((await read(id)).payload).toEqual({ amount: 1 });
    expect((await approver.caller.post(`/approvals/${id}/preview`, { payload })).status).toBe(200);
    const edited = await approve(approver.caller, id, { payload });
    expect(edited.body.data).toMatchObject({
      status: 'PENDING',
      payload,
      approvers: { rules: [{ given: 1 }, { given: 0 }] },
    });
    const { payloadHash } = edited.body.data;
    const done = await approve(other.caller, id, { payloadHash });
    expect(done.body.data).toMatchObject({ status: 'APPROVED', payload });
    await expectConsistent(session);
  });

  it('drop no approver of what was asked', async () => {
    await policy({ condition: { field: 'amount', operator: 'gt', value: 500 } });
    await policy({ approvers: [] });
    const id = await ask({ payload: { amount: 501 } });
    expect(refused(await approve(other.caller, id, { payload: { amount: 1 } }))).toEqual(NOT_AN_APPROVER);
    expect((await approve(approver.caller, id, { payload: { amount: 1 } })).body.data.status).toBe('APPROVED');
  });
});

it('several decisions at once answer each by itself', async () => {
  await policy();
  await maker.post('/policies', { apiNamePattern: 'mail.*', action: 'REQUIRE_APPROVAL' });
  const [held, rejected] = [await ask(), await ask()];
  const decisions = await Promise.all(
    [held].map(async (id) => ({ id, decision: 'approve', payloadHash: (await read(id)).payloadHash })),
  );
  const { body } = await other.caller.post('/approvals/decisions', {
    decisions: [...decisions, { id: rejected, decision: 'reject' }],
  });
  expect(body.data).toMatchObject([
    { id: held, status: 403, approval: null, error: { status: 403 } },
    { id: rejected, status: 200, approval: { status: 'REJECTED' }, error: null },
  ]);
  expect(body.data[0].error.type).toMatch(/not-an-approver$/);
});

describe('a grant', () => {
  const grant = { apiNamePattern: '*', maxUses: 10, minutes: 5 };

  it('carries no approval of named approvers, and comes with none', async () => {
    await policy();
    await maker.post('/policies', { apiNamePattern: 'mail.*', action: 'REQUIRE_APPROVAL' });
    expect(refused(await approve(approver.caller, await ask(), { grant }))).toEqual([409, 'not-grantable']);
    const mail = await ask({ apiName: 'mail.messages.send' });
    expect((await approve(other.caller, mail, { grant })).body.data.grant).toMatchObject({ apiNamePattern: '*' });
    expect((await read(await ask())).status).toBe('PENDING');
    const next = await organization.agent.post(`/sessions/${session}/actions`, call({ apiName: 'mail.messages.send' }));
    expect(next.body.data.status).toBe('CLEARED');
  });
});

describe('a hold window with approvers', () => {
  const HOLD = { expiresAfterSeconds: 3_600, onExpiry: 'approve' };

  it('lets approvers alone run it now, each operator stop it, and silence permit it', async () => {
    await policy(HOLD);
    const [now, stopped, silent] = [await ask(), await ask(), await ask()];
    expect(refused(await approve(other.caller, now))).toEqual(NOT_AN_APPROVER);
    expect((await approve(approver.caller, now)).body.data.status).toBe('APPROVED');
    expect((await other.caller.post(`/approvals/${stopped}/reject`)).body.data.status).toBe('REJECTED');
    await rows.query('UPDATE approvals SET permits_at = now() WHERE id = $1', [silent]);
    const permitted = await eventually(
      () => read(silent),
      ({ status }) => status !== 'PENDING',
    );
    expect(permitted).toMatchObject({ status: 'APPROVED', reason: 'not-stopped', decidedBy: null });
  });

  it('waits for the approvers of a policy that was made meanwhile', async () => {
    await policy({ ...HOLD, approvers: [] });
    const id = await ask();
    await policy({ requiredApprovals: 1 });
    await rows.query('UPDATE approvals SET permits_at = now() WHERE id = $1', [id]);
    await eventually(
      () => read(id),
      ({ onExpiry }) => onExpiry === 'reject',
    );
    expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
    expect((await approve(approver.caller, id)).body.data.status).toBe('APPROVED');
  });
});

describe('a single read of an approval', () => {
  it('says to an operator who approves and why they do not, and nothing of it to an agent', async () => {
    const { id: policyId } = await policy();
    const id = await ask();
    const finance = { id: group, name: 'finance', members: 1 };
    const rules = [{ policyId, groups: [finance], required: 1, given: 0, allowRequester: false }];
    expect((await read(id, approver.caller)).approvers).toEqual({ mayApprove: true, reason: null, rules });
    expect((await read(id, other.caller)).approvers).toEqual({
      mayApprove: false,
      reason: 'You are not among the approvers of this call. It needs an approval of "finance".',
      rules,
    });
    expect((await read(id, maker)).approvers).toMatchObject({
      mayApprove: false,
      reason: expect.stringMatching(/^You asked/),
    });
    expect('approvers' in (await read(id, organization.agent))).toBe(false);
    await approve(approver.caller, id);
    const decided = { mayApprove: false, reason: null, rules: [{ ...rules[0], given: 1 }] };
    expect((await read(id, other.caller)).approvers).toEqual(decided);
  });

  it('says that no operator can approve while the group has no members; a member who is added then approves', async () => {
    await policy();
    const id = await ask();
    await maker.delete(`/team/members/${approver.id}`);
    expect((await read(id, other.caller)).approvers.reason).toMatch(
      /No operator can approve it: "finance" has no members\.$/,
    );
    expect((await approve(other.caller, id)).body.error.detail).toMatch(
      /"finance" has no members\. Each operator may reject/,
    );
    await maker.put(`/team/groups/${group}`, { members: [other.id] });
    expect((await approve(other.caller, id)).body.data.status).toBe('APPROVED');
  });

  it('works after a downgrade to PRO, on which nobody changes groups', async () => {
    await policy();
    const id = await ask();
    await setPlan(organization.id, 'PRO');
    await eventually(
      () => other.caller.put(`/team/groups/${group}`, { name: 'mine' }),
      ({ status }) => status === 403,
    );
    expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
    expect((await approve(approver.caller, id)).body.data.status).toBe('APPROVED');
  });
});

describe('a member who wants to decide what they may not', () => {
  it('gains nothing by adding themselves to the group after the call was asked, and the audit names them', async () => {
    await policy();
    const id = await ask();
    const { entries } = await auditedBy(organization, async () => {
      await other.caller.put(`/team/groups/${group}`, { members: [approver.id, other.id] });
      const answer = await approve(other.caller, id);
      expect([...refused(answer), answer.body.error.detail]).toEqual([
        ...NOT_AN_APPROVER,
        'You added yourself to the group after this call was asked, so another approver has to approve it. It needs an approval of "finance". Each operator may reject it.',
      ]);
      // Neither does leaving and coming back, nor a new name of the group.
      await other.caller.put(`/team/groups/${group}`, { members: [approver.id] });
      await other.caller.put(`/team/groups/${group}`, { name: 'treasury', members: [approver.id, other.id] });
      expect(refused(await approve(other.caller, id))).toEqual(NOT_AN_APPROVER);
    });
    expect(entries.map(({ action, actor }) => [action, actor.label])).toEqual(
      Array(3).fill(['group.changed', other.email]),
    );
    await maker.put(`/team/groups/${group}`, { members: [approver.id] });
    await maker.put(`/team/groups/${group}`, { members: [approver.id, other.id] });
    expect((await approve(other.caller, id)).body.data.status).toBe('APPROVED');
  });

  it('cannot hand the call a new policy, a key of their own or a token', async () => {
    await policy();
    const id = await ask();
    await maker.post('/policies', { apiNamePattern: 'crm.*', action: 'ALLOW' });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await other.caller.post('/me/tokens', { name: 'decide', expiresAt, scopes: ['decide'] });
    expect(refused(await approve(new Caller(serviceA, body.data.token), id))).toEqual(NOT_AN_APPROVER);
    expect(refused(await approve(organization.agent, id))).toEqual([403, 'operator-required']);
    expect((await read(id)).status).toBe('PENDING');
  });
});

describe('a removal from the group', () => {
  it('comes before or after a decision, and an approval that comes after it never counts', async () => {
    await policy();
    for (let round = 0; round < 10; round++) {
      await maker.put(`/team/groups/${group}`, { members: [approver.id] });
      session = await newSession(organization.agent);
      const id = await ask();
      const [approved] = await Promise.all([
        approve(approver.caller.at(round % 2 ? serviceA : serviceB), id),
        maker.at(round % 2 ? serviceB : serviceA).put(`/team/groups/${group}`, { members: [] }),
      ]);
      const entries = await auditOf(organization);
      const placeOf = (action: string) => entries.findLastIndex((entry) => entry.action === action);
      const isFirst = placeOf('approval.approved') > -1 && entries[placeOf('approval.approved')]?.target.id === id;
      expect([approved.status, errorOf(approved)]).toEqual(isFirst ? [200, null] : NOT_AN_APPROVER);
      if (isFirst) expect(placeOf('approval.approved')).toBeLessThan(placeOf('group.changed'));
      await expectConsistent(session);
    }
  });

  it('that has begun is waited for by a decision', async () => {
    await policy();
    const id = await ask();
    const client = await rows.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM team_group_members WHERE group_id = $1', [group]);
    const decision = approve(approver.caller, id);
    await eventually(
      async () =>
        (
          await rows.query(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%team_group_members%'`,
          )
        ).rowCount,
      (waiting) => Number(waiting) > 0,
    );
    await client.query('COMMIT');
    client.release();
    expect(refused(await decision)).toEqual(NOT_AN_APPROVER);
  });

  it('takes back the approval that was given before, while the call waits for another', async () => {
    await maker.put(`/team/groups/${group}`, { members: [approver.id, other.id] });
    await policy({ requiredApprovals: 2 });
    const id = await ask();
    await approve(approver.caller, id);
    await maker.put(`/team/groups/${group}`, { members: [other.id] });
    expect((await approve(other.caller, id)).body.data).toMatchObject({
      status: 'PENDING',
      approvers: { rules: [{ given: 1 }] },
    });
    const third = await newMember(organization);
    await maker.put(`/team/groups/${group}`, { members: [other.id, third.id] });
    expect((await approve(third.caller, id)).body.data.status).toBe('APPROVED');
  });
});

it('the audit of a decision says who had to approve', async () => {
  const { id: policyId } = await policy();
  const { entries } = await auditedBy(organization, async () => approve(approver.caller, await ask()));
  const approvers = [{ policyId, groups: [group], required: 1, allowRequester: false }];
  expect(entries).toMatchObject([{ action: 'approval.approved', before: { approvers }, after: { approvers } }]);
});
