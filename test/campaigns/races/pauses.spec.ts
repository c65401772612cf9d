import { sized } from '../../support/campaign-size.js';
import { type Caller, newOrganization, newSession, serviceA, serviceB } from '../../support/client.js';
import { errorOf, expectConsistent, gated, rows, tally } from '../../support/ledger.js';
import { patience } from '../../support/patience.mjs';

const ROUNDS = sized({ short: 40, full: 400 });

afterAll(() => rows.end());

const at = (caller: Caller, index: number) => caller.at(index % 2 ? serviceA : serviceB);

/** Runs the rounds some at a time, each with an agent of its own; `ran` says that none was left out. */
async function rounds(count: number, race: (slug: string, round: number) => Promise<void>): Promise<void> {
  let ran = 0;
  for (let from = 0; from < count; from += 10) {
    await Promise.all(
      Array.from({ length: Math.min(10, count - from) }, async (_, index) => {
        await race(`racer-${from + index}`, from + index);
        ran++;
      }),
    );
  }
  expect(ran).toBe(count);
}

describe('a pause in a race', () => {
  it(
    'with approvals clears a call before the pause or never: one decision, and none after the pause is answered',
    async () => {
      const { agent, operator } = await newOrganization();
      const approval = async (id: string) => (await operator.get(`/approvals/${id}`)).body.data;
      const outcomes = new Set<string>();
      await rounds(ROUNDS, async (slug, round) => {
        const session = await newSession(agent, slug);
        const { approvalId } = await gated(agent, session);
        const { approvalId: late } = await gated(agent, session);
        const { id } = (await operator.post('/agents', { slug })).body.data;
        const pause = async () => {
          await new Promise((resolve) => setTimeout(resolve, round % 12));
          const answer = await at(operator, round).put(`/agents/${id}`, { status: 'PAUSED' });
          expect(errorOf(await at(operator, round + 1).post(`/approvals/${late}/approve`, {}))).toMatch(
            /^(already-decided|agent-paused)$/,
          );
          return answer;
        };
        const [paused, ...answers] = await Promise.all([
          pause(),
          ...Array.from({ length: 7 }, (_, index) => at(operator, index).post(`/approvals/${approvalId}/approve`, {})),
        ]);
        expect(paused.status).toBe(200);
        const counts = tally(answers);
        expect(counts[200] ?? 0).toBeLessThanOrEqual(1);
        const lost = answers.filter(({ status }) => status !== 200).map(errorOf);
        expect(lost.filter((code) => code !== 'already-decided' && code !== 'agent-paused')).toEqual([]);
        const decided = await approval(approvalId);
        if (counts[200]) expect(decided).toMatchObject({ status: 'APPROVED', actionStatus: 'CLEARED' });
        else expect(decided).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
        expect(await approval(late)).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
        outcomes.add(decided.status);
        await expectConsistent(session);
      });
      expect(outcomes).toEqual(new Set(['APPROVED', 'REJECTED']));
    },
    patience(120_000),
  );
});
