import { randomUUID } from 'node:crypto';
import { isFull } from '../../support/campaign-size.js';
import { type Caller, newSession, type Organization } from '../../support/client.js';
import { errorOf, gated, rows } from '../../support/ledger.js';
import { actionsOf, atVariousTimes, expectRefused, lost, post, times, won } from './support/contenders.js';
import { asTheyAre, type Contender, run, TIMEOUT_MS } from './support/race.js';

afterAll(() => rows.end());

/** A call that its client makes, in a session of its own, and that an operator approved. */
async function arrange({ agent, operator }: Organization) {
  const session = await newSession(agent);
  const { actionId: action, approvalId: approval } = await gated(agent, session);
  expect((await operator.post(`/approvals/${approval}/approve`)).status).toBe(200);
  return { session, action, approval };
}

/** A client that runs the call if it is let: each has a claim of its own. */
const begin =
  (caller: Caller, session: string, action: string): Contender =>
  (service) =>
    caller.at(service).patch(`/sessions/${session}/actions/${action}`, { status: 'CLEARED', claim: randomUUID() });

describe('a call that its clients begin', () => {
  it(
    'is begun by one of them, or by none where the operator revokes the approval at the same moment',
    async () => {
      const outcomes = await run({
        // The figures keep an approval that was given as given.
        uncounted: true,
        prepare: asTheyAre,
        arrange,
        contenders: ({ session, action, approval }, { agent, operator }, round) => [
          ...times(2, () => atVariousTimes(round, post(operator, `/approvals/${approval}/revoke`))),
          ...times(6, () => atVariousTimes(round >> 3, begin(agent, session, action))),
        ],
        verdict: async ({ session }, answers, { agent }) => {
          const [revocations, beginnings] = [answers.slice(0, 2), answers.slice(2)];
          expect(won(answers)).toHaveLength(1);
          const isBegun = won(beginnings).length === 1;
          expectRefused(lost(beginnings), isBegun ? 'already-begun' : 'not-approved');
          for (const code of lost(revocations).map(errorOf))
            expect(code).toBe(isBegun ? 'already-begun' : 'already-decided');
          const [now] = await actionsOf(agent, session);
          expect(now?.status).toBe(isBegun ? 'CLEARED' : 'REJECTED');
          return isBegun ? 'begun' : 'revoked';
        },
      });
      if (isFull) expect(Object.keys(outcomes).sort()).toEqual(['begun', 'revoked']);
    },
    TIMEOUT_MS,
  );

  it(
    'is begun by one of them before the rollback of its session, and by none after it',
    async () => {
      await run({
        prepare: asTheyAre,
        arrange,
        contenders: ({ session, action }, { agent, operator }, round) => [
          atVariousTimes(round, post(operator, `/sessions/${session}/rollback`)),
          ...times(7, () => atVariousTimes(round >> 3, begin(agent, session, action))),
        ],
        verdict: async ({ session, action }, [rolledBack, ...beginnings], { agent }) => {
          expect(won(beginnings).length).toBeLessThanOrEqual(1);
          for (const code of lost(beginnings).map(errorOf))
            expect(['already-begun', 'session-rolled-back']).toContain(code);
          const late = await begin(agent, session, action)({ url: agent.service.url });
          expect(['already-begun', 'session-rolled-back']).toContain(errorOf(late));
          return `${won(beginnings).length === 1 ? 'begun' : 'not begun'}, ${rolledBack?.status}`;
        },
      });
    },
    TIMEOUT_MS,
  );
});
