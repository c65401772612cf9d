import { type Answer, Caller, newOrganization, newSession, type Organization, serviceB } from '../../support/client.js';
import { errorOf, gated, rows, tally } from '../../support/ledger.js';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const wait = () => gated(organization.agent, session);
const approve = (id: string) => organization.operator.post(`/approvals/${id}/approve`);

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now();
  return { value: await work, ms: performance.now() - from };
}

/** Returns the answers to requests that wait for a decision; each comes long before its time is over. */
async function woken(callers: readonly Caller[], approvalId: string, change: () => Promise<unknown>) {
  const meanwhile = await whileHeld();
  const held = callers.map((caller) => caller.get(`/approvals/${approvalId}?wait=${LONGEST_S}`));
  await arrived(callers);
  await change();
  const answers = await Promise.all(held);
  expect(meanwhile.isHeld()).toBe(true);
  meanwhile.end();
  return answers;
}

// The campaign `timings` measures how soon the answer comes.
describe('GET /approvals/:id?wait', () => {
  it('is answered by a decision in the other process', async () => {
    const { approvalId } = await wait();
    const [answer] = await woken([organization.agent.at(serviceB)], approvalId, () => approve(approvalId));
    expect(answer?.body.data.status).toBe('APPROVED');
  });

  it('is answered by the expiry', async () => {
    const { approvalId } = await wait();
    const [answer] = await woken([organization.agent], approvalId, () =>
      rows.query("UPDATE approvals SET expires_at = now() + interval '400 milliseconds' WHERE id = $1", [approvalId]),
    );
    expect(answer?.body.data).toMatchObject({ status: 'REJECTED', reason: 'expired' });
  });

  it('returns the present state when the time is over, and immediately without wait', async () => {
    const { approvalId } = await wait();
    const waited = await timed(organization.agent.get(`/approvals/${approvalId}?wait=1`));
    expect(waited.value.body.data.status).toBe('PENDING');
    expect(waited.ms).toBeGreaterThan(950);
    const held = organization.agent.get(`/approvals/${approvalId}?wait=${LONGEST_S}`).then(() => 'held');
    const once = organization.agent.get(`/approvals/${approvalId}?wait=0`).then(() => 'at once');
    expect(await Promise.race([held, once])).toBe('at once');
    await approve(approvalId);
    await held;
    for (const seconds of ['-1', '61', 'x', '1.5'])
      expect((await organization.agent.get(`/approvals/${approvalId}?wait=${seconds}`)).status).toBe(400);
  });

  it('holds no database connection: while a hundred requests wait, others are answered', async () => {
    const { approvalId } = await wait();
    const other = await wait();
    let isAnyAnswered = false;
    const held = Promise.all(
      Array.from({ length: 100 }, async () => {
        const answer = await organization.agent.get(`/approvals/${approvalId}?wait=${LONGEST_S}`);
        isAnyAnswered = true;
        return answer;
      }),
    );
    await arrived([organization.agent]);
    const reads: Answer[] = [];
    for (let count = 0; count < 20; count++) reads.push(await organization.agent.get(`/approvals/${other.approvalId}`));
    expect(tally(reads)).toEqual({ 200: 20 });
    expect(isAnyAnswered).toBe(false);
    await approve(approvalId);
    const answers = await held;
    expect(answers.map(({ body }) => body.data.status)).toEqual(Array(100).fill('APPROVED'));
  });

  it('returns 401 once the key is revoked, also for a token made from it', async () => {
    const { operator } = organization;
    const { id, key } = (await operator.post('/api-keys', { name: 'waits', kind: 'live' })).body.data;
    const { token } = (await new Caller(serviceB, null).post('/auth/token', { apiKey: key })).body.data;
    const { approvalId } = await wait();
    const callers = [key, token].map((credential) => new Caller(serviceB, credential));
    const answers = await woken(callers, approvalId, () => operator.delete(`/api-keys/${id}`));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers.map(errorOf)).toEqual(Array(2).fill('unauthenticated'));
    expect((await approve(approvalId)).status).toBe(200);
  });
});
