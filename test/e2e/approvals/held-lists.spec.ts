import {
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { errorOf, gated, logged, rows, setPlan } from '../../support/ledger.js';
import { eventually, patience } from '../../support/patience.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent, 'waiting');
});
afterAll(() => rows.end());

const ask = (more: object = {}) => gated(organization.agent, session, more);
const at = (path: string, tag: string, by: Caller = organization.operator.at(serviceB)) =>
  by.request('GET', path, { headers: { 'if-none-match': tag } });
const tagOf = async (path: string) => {
  const { headers, status } = await organization.operator.get(path);
  expect(status).toBe(200);
  expect(headers.get('etag')).toMatch(/^W\/"[0-9a-f]{32}"$/);
  return headers.get('etag') ?? '';
};
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now();
  return { value: await work, ms: performance.now() - from };
}

/**
 * Returns the answer that a change causes for a request that waits for that list in the other process. It comes long
 * before its time is over.
 */
async function heldOver(query: string, change: () => Promise<unknown>) {
  const path = `/approvals?${query}`;
  const tag = await tagOf(path);
  const meanwhile = await whileHeld(serviceB);
  const held = at(`${path}&wait=${LONGEST_S}`, tag);
  await arrived([organization.operator.at(serviceB)]);
  await change();
  const answer = await held;
  expect([query, meanwhile.isHeld()]).toEqual([query, true]);
  meanwhile.end();
  return answer;
}

async function expectWoken(query: string, change: () => Promise<unknown>) {
  const answer = await heldOver(query, change);
  expect([query, answer.status]).toEqual([query, 200]);
  expect(answer.headers.get('etag')).toBe(await tagOf(`/approvals?${query}`));
  return answer;
}

describe('GET /approvals with If-None-Match', () => {
  it('returns 304 without a body while the list is unchanged, in both processes', async () => {
    await ask();
    const tag = await tagOf('/approvals');
    for (const service of [serviceA, serviceB]) {
      const answer = await at('/approvals', tag, organization.operator.at(service));
      expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([304, null, tag]);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
    expect((await at('/approvals', `"other", ${tag.slice(2)}`)).status).toBe(304);
    expect((await at('/approvals', '*')).status).toBe(304);
    await ask();
    expect((await at('/approvals', tag)).status).toBe(200);
  });

  it('distinguishes a page that is followed by another from one that is not', async () => {
    const { approvalId } = await ask();
    await ask();
    const [one, two] = ['/approvals?status=ALL&limit=1', '/approvals?status=ALL&limit=2'] as const;
    const [before, both] = [await tagOf(one), await tagOf(two)];
    expect(before).not.toBe(both);
    await organization.operator.post(`/approvals/${approvalId}/reject`);
    expect([(await at(one, before)).status, (await at(two, both)).status]).toEqual([304, 200]);
    await rows.query('DELETE FROM approvals WHERE id = $1', [approvalId]);
    expect((await at(one, before)).status).toBe(200);
  });

  it('is answered immediately with wait when the client knows no state or another one', async () => {
    const { approvalId } = await ask();
    const meanwhile = await whileHeld(serviceB);
    const unknown = await organization.operator.get(`/approvals?wait=${LONGEST_S}`);
    const other = await at(`/approvals?wait=${LONGEST_S}`, 'W/"other"');
    for (const answer of [unknown, other]) expect([answer.status, idsOf(answer)]).toEqual([200, [approvalId]]);
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
  });

  it('returns 304 when the time is over, and not before', async () => {
    const tag = await tagOf('/approvals');
    const meanwhile = await whileHeld(serviceB);
    const { value, ms } = await timed(at('/approvals?wait=1', tag));
    expect(value.status).toBe(304);
    expect(ms).toBeGreaterThan(900);
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
  });

  it('is answered when another process records a call that waits', async () => {
    let id = '';
    const woken = await expectWoken('status=PENDING', async () => {
      id = (await ask()).approvalId;
    });
    expect(idsOf(woken)).toEqual([id]);
  });

  it('is answered after a decision, edited arguments, one of several approvals and an outcome', async () => {
    const { operator, agent } = organization;
    const { actionId, approvalId } = await ask();
    const path = `/approvals/${approvalId}`;
    await rows.query('UPDATE approvals SET required_approvals = 3 WHERE id = $1', [approvalId]);
    const given = await expectWoken('agentId=waiting', () => operator.post(`${path}/approve`));
    expect(given.body.data[0]).toMatchObject({ status: 'PENDING', approvals: { given: [{ by: organization.email }] } });
    const edited = await expectWoken('connector=crm', () => operator.post(`${path}/approve`, { payload: { id: 8 } }));
    expect(edited.body.data[0].payloadSummary).toBe('{"id":8}');
    await rows.query('UPDATE approvals SET required_approvals = 1 WHERE id = $1', [approvalId]);
    await rows.query('DELETE FROM approval_votes WHERE approval_id = $1', [approvalId]);
    const { payloadHash } = (await operator.get(path)).body.data;
    expect(idsOf(await expectWoken('status=PENDING', () => operator.post(`${path}/approve`, { payloadHash })))).toEqual(
      [],
    );
    const confirmed = await expectWoken('status=APPROVED', () =>
      agent.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS', payloadHash }),
    );
    expect(confirmed.body.data[0]).toMatchObject({ actionStatus: 'SUCCESS', unconfirmed: false });
  });

  it('is answered after an expiry and a purge', async () => {
    const { approvalId } = await ask();
    const meanwhile = await whileHeld(serviceB);
    const soon = "UPDATE approvals SET expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1";
    await rows.query(soon, [approvalId, patience(800)]);
    const tag = await tagOf('/approvals');
    const expired = await at(`/approvals?wait=${LONGEST_S}`, tag);
    expect([expired.status, idsOf(expired), meanwhile.isHeld()]).toEqual([200, [], true]);
    meanwhile.end();
    // It counts as rejected before the job says so, which changes the list once more.
    const decidedAt = async () => (await organization.operator.get(`/approvals/${approvalId}`)).body.data.decidedAt;
    expect(await eventually(decidedAt, (moment) => moment !== null)).toEqual(expect.any(String));
    const rejected = '/approvals?status=REJECTED';
    const held = async () => (await at(`${rejected}&wait=1`, await tagOf(rejected))).status;
    expect(await eventually(held, (status) => status === 304)).toBe(304);
    expect(
      idsOf(await expectWoken('status=REJECTED', () => organization.operator.delete(`/sessions/${session}/purge`))),
    ).toEqual([]);
  });

  it('stays held over a change that its filter, its page or its organization does not include', async () => {
    const { agent } = organization;
    const { approvalId } = await ask();
    const stranger = await newOrganization();
    const strange = await newSession(stranger.agent, 'waiting');
    const other = await newSession(agent, 'other');
    const paths = ['agentId=waiting', 'connector=crm', 'status=APPROVED', `status=ALL&cursor=${approvalId}`];
    const tags = await Promise.all(paths.map((query) => tagOf(`/approvals?${query}`)));
    const waits = paths.map((query, index) => at(`/approvals?${query}&wait=5`, tags[index] ?? ''));
    await arrived([organization.operator.at(serviceB)]);
    await gated(agent, other, { apiName: 'mail.messages.send' });
    await gated(stranger.agent, strange);
    await logged(agent, session);
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([304, 304, 304, 304]);
  });

  it('is refused when the caller may not read it any more', async () => {
    const { id, operator } = organization;
    const refused = await heldOver('status=PENDING', () => setPlan(id, 'FREE'));
    expect([refused.status, errorOf(refused)]).toEqual([403, 'plan-required']);
    await setPlan(id, 'TEAM');
    const reads = () => Promise.all([serviceA, serviceB].map((service) => operator.at(service).get('/approvals')));
    await eventually(reads, (answers) => answers.every(({ status }) => status === 200));
    const gone = await heldOver('status=PENDING', async () => {
      await rows.query('UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1', [id]);
      await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [id]);
    });
    expect([gone.status, errorOf(gone)]).toEqual([401, 'unauthenticated']);
  });

  it('stays held when another row of the organization changes', async () => {
    const other = await newSession(organization.agent, 'other');
    const answer = await heldOver('agentId=waiting', async () => {
      await organization.operator.post('/policies', { apiNamePattern: 'none.*', action: 'BLOCK' });
      // The process has looked again, because it answers the change of another list.
      await expectWoken('agentId=other', () => gated(organization.agent, other));
      await ask();
    });
    expect([answer.status, answer.body.data.length]).toEqual([200, 1]);
  });
});
