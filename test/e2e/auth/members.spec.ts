import { Caller, newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, gated, rows } from '../../support/ledger.js';
import { login, type Operator } from '../../support/operators.js';
import { eventually } from '../../support/patience.mjs';
import { accept, invite, membersOf, newMember } from '../../support/team.js';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

let organization: Organization;
let colleague: Operator;
let own: string;
beforeEach(async () => {
  organization = await newOrganization();
  colleague = await newMember(organization);
  own = (await organization.operator.get('/me')).body.data.user.id;
});
afterAll(() => rows.end());

const remove = (id: string, by = organization.operator) => by.delete(`/team/members/${id}`);
const refused = (answer: Awaited<ReturnType<typeof remove>>) => [answer.status, errorOf(answer)];

async function gatedTwice(): Promise<string> {
  const policy = { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL', requiredApprovals: 2 };
  expect((await organization.operator.post('/policies', policy)).status).toBe(201);
  const session = await newSession(organization.agent);
  return (await organization.agent.post(`/sessions/${session}/actions`, call())).body.data.approval.id;
}
const approve = (by: Caller, id: string) => by.post(`/approvals/${id}/approve`);
const approval = async (id: string) => (await organization.operator.get(`/approvals/${id}`)).body.data;

describe('a member who is removed', () => {
  it('is signed out at both processes, frees the address, and cannot be removed again', async () => {
    const callers = [colleague.caller.at(serviceA), colleague.caller.at(serviceB)];
    for (const caller of callers) expect((await caller.get('/me')).status).toBe(200);
    const removed = await remove(colleague.id);
    expect([removed.status, removed.body.data]).toEqual([200, { id: colleague.id, deleted: true }]);
    for (const caller of callers) {
      const seen = await eventually(
        () => caller.get('/me'),
        ({ status }) => status === 401,
      );
      expect(seen.status).toBe(401);
    }
    expect((await login(serviceA, colleague.email)).status).toBe(401);
    expect(refused(await remove(colleague.id))).toEqual([404, 'not-found']);
    expect(await membersOf(organization.operator)).toEqual([organization.email]);
    const { token } = await invite(organization.operator, colleague.email);
    expect((await accept(serviceB, token)).status).toBe(201);
  });

  it('waits for no approval afterwards', async () => {
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    const meanwhile = await whileHeld();
    const held = colleague.caller.get(`/approvals/${approvalId}?wait=${LONGEST_S}`);
    await arrived([colleague.caller]);
    await remove(colleague.id);
    expect([(await held).status, meanwhile.isHeld()]).toEqual([401, true]);
    meanwhile.end();
  });

  it('may be oneself, unless no other member would remain', async () => {
    expect((await remove(colleague.id, colleague.caller)).status).toBe(200);
    expect(refused(await remove(own))).toEqual([409, 'last-member']);
    expect((await organization.operator.get('/me')).status).toBe(200);
    const { rows: entries } = await rows.query(
      `SELECT actor->>'label' AS by FROM audit_entries WHERE organization_id = $1 AND action = 'member.left'`,
      [organization.id],
    );
    expect(entries).toEqual([{ by: colleague.email }]);
  });

  it("belongs to the caller's organization, and cannot be removed with a key", async () => {
    const other = await newOrganization();
    expect(refused(await remove(colleague.id, other.operator))).toEqual([404, 'not-found']);
    for (const key of [organization.agent, organization.testAgent]) {
      expect(refused(await remove(colleague.id, key))).toEqual([403, 'operator-required']);
      expect(refused(await key.post('/team/invitations', { email: 'a@example.com' }))).toEqual([
        403,
        'operator-required',
      ]);
      expect((await key.get('/team/invitations')).status).toBe(403);
    }
    expect((await membersOf(organization.operator)).length).toBe(2);
  });

  it('no longer counts for a pending approval: the record keeps their vote', async () => {
    const id = await gatedTwice();
    expect((await approve(colleague.caller, id)).body.data.approvals.given).toMatchObject([{ by: colleague.email }]);
    await remove(colleague.id);
    expect((await approval(id)).approvals).toEqual({ required: 2, given: [] });
    const alone = await approve(organization.operator, id);
    expect(alone.body.data).toMatchObject({ status: 'PENDING', actionStatus: 'PENDING_APPROVAL' });
    const third = await newMember(organization);
    expect((await approve(third.caller, id)).body.data).toMatchObject({ status: 'APPROVED', actionStatus: 'CLEARED' });
    expect((await approval(id)).approvals.given.map(({ by }: { by: string }) => by)).toEqual([
      colleague.email,
      organization.email,
      third.email,
    ]);
  });

  it('leaves their former decisions unchanged', async () => {
    const id = await gatedTwice();
    await approve(organization.operator, id);
    await approve(colleague.caller, id);
    await remove(colleague.id);
    expect(await approval(id)).toMatchObject({
      status: 'APPROVED',
      decidedBy: colleague.email,
      approvals: { given: [{ by: organization.email }, { by: colleague.email }] },
    });
  });
});

it('only its own organization sees and revokes an invitation', async () => {
  const { id } = await invite(organization.operator);
  const other = await newOrganization();
  expect((await other.operator.get('/team/invitations')).body.data).toEqual([]);
  expect(refused(await other.operator.delete(`/team/invitations/${id}`))).toEqual([404, 'not-found']);
  expect((await colleague.caller.get('/team/invitations')).body.data).toMatchObject([{ id, invitedBy: own }]);
  expect((await colleague.caller.delete(`/team/invitations/${id}`)).status).toBe(200);
});

describe('two people with two accounts', () => {
  it('give an approval that one of them cannot give alone', async () => {
    const id = await gatedTwice();
    expect((await approve(organization.operator, id)).body.data.status).toBe('PENDING');
    expect(refused(await approve(organization.operator, id))).toEqual([409, 'already-approved-by-you']);
    expect((await approve(colleague.caller, id)).body.data).toMatchObject({ status: 'APPROVED' });
  });
});

describe('the database', () => {
  const sql = (text: string, values: unknown[]) => rows.query(text, values);

  it('keeps the last member of an organization', async () => {
    const { id } = await newOrganization();
    await expect(sql('DELETE FROM users WHERE organization_id = $1', [id])).rejects.toMatchObject({
      code: '23001',
      message: 'the last member stays',
    });
    await sql('DELETE FROM users WHERE id = $1', [colleague.id]);
  });

  it('keeps one member when the last two are deleted by two transactions at once', async () => {
    const clients = await Promise.all([rows.connect(), rows.connect()]);
    const deleted = await Promise.allSettled(
      clients.map((client, index) => client.query('DELETE FROM users WHERE id = $1', [[own, colleague.id][index]])),
    );
    for (const client of clients) client.release();
    expect(deleted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('takes an approval of a member alone', async () => {
    const id = await gatedTwice();
    const vote = `INSERT INTO approval_votes (organization_id, approval_id, user_id, voter) VALUES ($1, $2, $3, 'x')`;
    const stranger = (await newMember(await newOrganization())).id;
    await expect(sql(vote, [organization.id, id, stranger])).rejects.toMatchObject({
      message: 'only a member approves',
    });
    await sql(vote, [organization.id, id, colleague.id]);
  });

  it('takes one invitation of an address for each organization, and none without an address', async () => {
    const { email } = await invite(organization.operator);
    const link = `INSERT INTO mailed_links (id, organization_id, user_id, purpose, email) VALUES (gen_random_uuid(), $1, $2, 'invitation', $3)`;
    const values = (address: string | null) => [organization.id, own, address];
    await expect(sql(link, values(email.toUpperCase()))).rejects.toMatchObject({ code: '23505' });
    await expect(sql(link, values(null))).rejects.toMatchObject({ code: '23514' });
  });

  it('shows mails of invitations to no process that cannot write them', async () => {
    const { body } = await organization.operator.post('/team/invitations', { email: `old-${own}@example.com` });
    const client = await rows.connect();
    await client.query('BEGIN');
    await client.query("UPDATE mailed_links SET due_at = '2000-01-01', status = 'QUEUED' WHERE id = $1", [
      body.data.id,
    ]);
    const due = async (text: string) => (await client.query(text, [body.data.id])).rowCount;
    const unknown = await due(`SELECT 1 FROM due_mails(1000, '{reset-password,verify-email}') WHERE link_id = $1`);
    const known = await due(`SELECT 1 FROM due_mails(1000, '{invitation}') WHERE link_id = $1`);
    await client.query('ROLLBACK');
    client.release();
    expect([unknown, known]).toEqual([0, 1]);
  });
});
