import type { Organization } from '../../support/client.js';
import { newSession, unique } from '../../support/client.js';
import { errorOf, gated, rows, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { actionsOf, confirm, expectRefused, lost, post, times, won } from './support/contenders.js';
import { asTheyAre, run, TIMEOUT_MS } from './support/race.js';

afterAll(() => rows.end());

async function arrange({ agent }: Organization) {
  const session = await newSession(agent, unique('racer'));
  return { session, ...(await gated(agent, session)) };
}

interface Waiting {
  readonly approvalId: string;
}

const decide = ({ operator }: Organization, { approvalId }: Waiting, how: 'approve' | 'reject', body: object = {}) =>
  post(operator, `/approvals/${approvalId}/${how}`, body);

const readOf = async ({ agent }: Organization, { approvalId }: Waiting) =>
  (await agent.get(`/approvals/${approvalId}`)).body.data;

/** Approvals expire before, while and after the decisions arrive, on a quick machine and on a busy one. */
const EXPIRES_IN_MS = [0, 5, 10, 20, 35, 60, 120, 5_000];

const BECOMES: Record<string, string> = { APPROVED: 'CLEARED', REJECTED: 'REJECTED' };

describe('eight concurrent requests at two processes:', () => {
  it(
    'withdraw ‖ approve: one of them wins, and the call follows it',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange,
        contenders: ({ approvalId }, { agent, operator }) =>
          times(8, (index) =>
            index % 2
              ? post(agent, `/approvals/${approvalId}/withdraw`)
              : post(operator, `/approvals/${approvalId}/approve`),
          ),
        verdict: async (situation, answers, lane) => {
          expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
          expectRefused(lost(answers), 'already-decided');
          const { status } = await readOf(lane, situation);
          const [action] = await actionsOf(lane.agent, situation.session);
          expect(action?.status).toBe(BECOMES[status]);
          return status;
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(['APPROVED', 'REJECTED']);
    },
    TIMEOUT_MS,
  );

  it(
    'revoke ‖ confirm ‖ lapse: the approval is used, revoked or lapsed, and a late confirmation is a violation',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange: async (lane: Organization, round) => {
          const situation = await arrange(lane);
          await lane.operator.post(`/approvals/${situation.approvalId}/approve`);
          if (round % 2)
            await rows.query(
              "UPDATE approvals SET usable_until = now() + $2 * interval '1 millisecond' WHERE id = $1",
              [situation.approvalId, EXPIRES_IN_MS[round % EXPIRES_IN_MS.length]],
            );
          return situation;
        },
        contenders: ({ session, actionId, approvalId }, { agent, operator }) =>
          times(8, (index) =>
            index % 2
              ? confirm(agent, session, actionId, 'SUCCESS')
              : post(operator, `/approvals/${approvalId}/revoke`),
          ),
        verdict: async (situation, answers, lane) => {
          const { status, code } = await readOf(lane, situation);
          const [action] = await actionsOf(lane.agent, situation.session);
          const revokes = answers.filter((_, index) => index % 2 === 0);
          expect(won(revokes)).toHaveLength(code === 'revoked' ? 1 : 0);
          expect([action?.status, action?.violation]).toEqual([
            'SUCCESS',
            { revoked: 'unapproved', lapsed: 'lapsed' }[code as string] ?? null,
          ]);
          return `${status} ${code}`;
        },
      });
      expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    },
    TIMEOUT_MS,
  );

  it(
    'approve ‖ approve: one of them decides, and only the approved arguments may run',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange,
        contenders: (situation, lane, round) =>
          times(8, (index) => decide(lane, situation, 'approve', round % 2 ? { payload: { by: index } } : {})),
        verdict: async ({ session, actionId, approvalId }, answers, lane, round) => {
          expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
          expectRefused(lost(answers), 'already-decided');
          const by = answers.findIndex(({ status }) => status === 200);
          expect(await actionsOf(lane.agent, session)).toEqual([
            expect.objectContaining({
              id: actionId,
              status: 'CLEARED',
              approval: expect.objectContaining({ id: approvalId, status: 'APPROVED' }),
              payload: round % 2 ? { by } : { id: 7 },
              originalPayload: round % 2 ? { id: 7 } : null,
            }),
          ]);
          return `by ${by}`;
        },
      });
      // More than one of them comes first now and then, or it was no race.
      expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    },
    TIMEOUT_MS,
  );

  it(
    'approve ‖ reject: one decision, and the call follows it',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange,
        contenders: (situation, lane) => times(8, (index) => decide(lane, situation, index % 2 ? 'approve' : 'reject')),
        verdict: async (situation, answers, lane) => {
          expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
          expectRefused(lost(answers), 'already-decided');
          const [{ body }] = won(answers) as [(typeof answers)[number]];
          const { status, decidedBy } = await readOf(lane, situation);
          expect([status, decidedBy, body.data.decidedBy]).toEqual([body.data.status, 'operator', lane.email]);
          const [action] = await actionsOf(lane.agent, situation.session);
          expect(action?.status).toBe(BECOMES[status]);
          return status;
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(['APPROVED', 'REJECTED']);
    },
    TIMEOUT_MS,
  );

  it(
    'decision ‖ expiry: decided before the expiry or never, and once in any case',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange: async (lane: Organization, round) => {
          const situation = await arrange(lane);
          await rows.query(
            "UPDATE approvals SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1",
            [situation.approvalId, EXPIRES_IN_MS[Math.floor(round / 2) % EXPIRES_IN_MS.length]],
          );
          return situation;
        },
        contenders: (situation, lane) => times(8, (index) => decide(lane, situation, index % 2 ? 'approve' : 'reject')),
        verdict: async (situation, answers, lane) => {
          expectRefused(lost(answers), 'already-decided');
          expect(won(answers).length).toBeLessThanOrEqual(1);
          const decided = won(answers)[0]?.body.data.status;
          const { status, reason, decidedAt, expiresAt } = await readOf(lane, situation);
          if (!decided) {
            expect([status, reason, decidedAt >= expiresAt]).toEqual(['REJECTED', 'expired', true]);
            return 'expired';
          }
          expect([status, reason]).toEqual([decided, null]);
          const late = await decide(lane, situation, 'approve')(lane.agent.service);
          expect(errorOf(late)).toBe('already-decided');
          const [action] = await actionsOf(lane.agent, situation.session);
          expect(action?.status).toBe(BECOMES[status]);
          return status;
        },
        settle: async (lane) => {
          const waiting = `SELECT id FROM approvals WHERE organization_id = $1 AND status = 'PENDING'`;
          const look = async () => (await rows.query(waiting, [lane.id])).rows;
          expect(await eventually(look, (left) => left.length === 0)).toEqual([]);
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(['APPROVED', 'REJECTED', 'expired']);
    },
    TIMEOUT_MS,
  );
});
