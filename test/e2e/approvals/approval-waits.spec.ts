import {
  type Answer,
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { errorOf, gated, quickest, rows, tally } from '../../support/ledger.js';

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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('GET /approvals/:id?wait', () => {
  it('is answered within a second by a decision in the other process', async () => {
    const ms = await quickest(1_000, async () => {
      const { approvalId } = await wait();
      const held = organization.agent.at(serviceB).get(`/approvals/${approvalId}?wait=10`);
      await pause(300);
      await organization.operator.at(serviceA).post(`/approvals/${approvalId}/approve`);
      const answered = await timed(held);
      expect(answered.value.body.data.status).toBe('APPROVED');
      return answered.ms;
    });
    expect(ms).toBeLessThan(1_000);
  });

  it('is answered within a second of the expiry', async () => {
    const ms = await quickest(1_500, async () => {
      const { approvalId } = await wait();
      await rows.query("UPDATE approvals SET expires_at = now() + interval '400 milliseconds' WHERE id = $1", [
        approvalId,
      ]);
      const answered = await timed(organization.agent.get(`/approvals/${approvalId}?wait=10`));
      expect(answered.value.body.data).toMatchObject({ status: 'REJECTED', reason: 'expired' });
      return answered.ms;
    });
    expect(ms).toBeLessThan(1_500);
  });

  it('is answered as it is once the time is over, and at once without a wait', async () => {
    const { approvalId } = await wait();
    const waited = await timed(organization.agent.get(`/approvals/${approvalId}?wait=1`));
    expect(waited.value.body.data.status).toBe('PENDING');
    expect(waited.ms).toBeGreaterThan(950);
    expect(waited.ms).toBeLessThan(10_000);
    expect((await timed(organization.agent.get(`/approvals/${approvalId}?wait=0`))).ms).toBeLessThan(5_000);
    for (const seconds of ['-1', '61', 'x', '1.5'])
      expect((await organization.agent.get(`/approvals/${approvalId}?wait=${seconds}`)).status).toBe(400);
  });

  it('holds no connection: a hundred requests wait and all others are answered as before', async () => {
    const { approvalId } = await wait();
    const other = await wait();
    const held = Promise.all(
      Array.from({ length: 100 }, () => organization.agent.get(`/approvals/${approvalId}?wait=25`)),
    );
    await pause(500);
    const reads: Answer[] = [];
    const busy = await timed(
      (async () => {
        for (let count = 0; count < 20; count++)
          reads.push(await organization.agent.get(`/approvals/${other.approvalId}`));
      })(),
    );
    expect(tally(reads)).toEqual({ 200: 20 });
    expect(busy.ms).toBeLessThan(10_000);
    await approve(approvalId);
    const answers = await held;
    expect(answers.map(({ body }) => body.data.status)).toEqual(Array(100).fill('APPROVED'));
  });

  it('is 401 within a second once the key is revoked, for a token made of it too', async () => {
    const { operator } = organization;
    const ms = await quickest(1_200, async () => {
      const { id, key } = (await operator.post('/api-keys', { name: 'waits', kind: 'live' })).body.data;
      const { token } = (await new Caller(serviceB, null).post('/auth/token', { apiKey: key })).body.data;
      const { approvalId } = await wait();
      const held = [key, token].map((credential) =>
        new Caller(serviceB, credential).get(`/approvals/${approvalId}?wait=10`),
      );
      await pause(500);
      await operator.delete(`/api-keys/${id}`);
      const answers = await timed(Promise.all(held));
      expect(answers.value.map(({ status }) => status)).toEqual([401, 401]);
      expect(answers.value.map(errorOf)).toEqual(Array(2).fill('unauthenticated'));
      expect((await approve(approvalId)).status).toBe(200);
      return answers.ms;
    });
    expect(ms).toBeLessThan(1_200);
  });
});
