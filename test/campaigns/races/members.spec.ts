import { sized } from '../../support/campaign-size.js';
import { type Answer, type Caller, newOrganization, newSession, serviceA, serviceB } from '../../support/client.js';
import { errorOf, gated, rows } from '../../support/ledger.js';
import { type Operator, register } from '../../support/operators.js';
import { patience } from '../../support/patience.mjs';
import type { Service } from '../../support/service.mjs';
import { accept, invite, membersOf, newAddress, newMember } from '../../support/team.js';

afterAll(() => rows.end());

/** The rounds of each of the six races: two thousand in all. */
const ROUNDS = sized({ short: 8, full: 334 });
const LANES = 4;
const TIMEOUT_MS = patience(24_000 + ROUNDS * 400);

type Contender = (service: Service) => Promise<Answer>;

/** Sends two requests at the same time, each first to either process in turn; counts the outcomes. */
async function race(round: () => Promise<{ contenders: [Contender, Contender]; verdict: Verdict }>) {
  const outcomes: Record<string, number> = {};
  const lane = async (first: number) => {
    for (let count = first; count < ROUNDS; count += LANES) {
      const { contenders, verdict } = await round();
      const [one, other] = count & 4 ? [serviceA, serviceB] : [serviceB, serviceA];
      const begun = [() => contenders[0](one), () => contenders[1](other)];
      const swapped = (count & 8) !== 0;
      const answers = await Promise.all((swapped ? begun.reverse() : begun).map((begin) => begin()));
      const [a, b] = (swapped ? answers.reverse() : answers) as [Answer, Answer];
      const outcome = await verdict(a, b);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
  return outcomes;
}
type Verdict = (one: Answer, other: Answer) => Promise<string>;

const hostOf = async (): Promise<{ operator: Caller; host: Operator }> => {
  const host = await register(serviceA);
  return { host, operator: host.caller };
};
const told = (...answers: Answer[]) => answers.map((answer) => errorOf(answer) ?? `${answer.status}`);
const remove = (by: Caller, id: string) => (service: Service) => by.at(service).delete(`/team/members/${id}`);

describe('of two requests at two processes', () => {
  it(
    'accept ‖ revoke: exactly one of them does',
    async () => {
      const outcomes = await race(async () => {
        const { operator, host } = await hostOf();
        const { id, email, token } = await invite(operator);
        return {
          contenders: [
            (service) => accept(service, token),
            // Hashing a password takes about so long.
            async (service) => {
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
              return operator.at(service).delete(`/team/invitations/${id}`);
            },
          ],
          verdict: async (accepted, revoked) => {
            const joined = accepted.status === 201;
            expect(told(accepted, revoked)).toEqual(joined ? ['201', 'not-found'] : ['invalid-token', '200']);
            expect(await membersOf(operator)).toEqual(joined ? [host.email, email].sort() : [host.email]);
            return joined ? 'accepted' : 'revoked';
          },
        };
      });
      expect(Object.values(outcomes).reduce((all, times) => all + times, 0)).toBe(ROUNDS);
    },
    TIMEOUT_MS,
  );

  it(
    'accept ‖ accept: one account is made',
    async () => {
      await race(async () => {
        const { operator } = await hostOf();
        const { token } = await invite(operator);
        const one: Contender = (service) => accept(service, token);
        return {
          contenders: [one, one],
          verdict: async (...answers) => {
            expect(told(...answers).sort()).toEqual(['201', 'invalid-token']);
            expect(await membersOf(operator)).toHaveLength(2);
            return 'one';
          },
        };
      });
    },
    TIMEOUT_MS,
  );

  it(
    'invite ‖ invite: an address has one invitation',
    async () => {
      await race(async () => {
        const { operator } = await hostOf();
        const email = newAddress();
        const asking =
          (address: string): Contender =>
          (service) =>
            operator.at(service).post('/team/invitations', { email: address });
        return {
          contenders: [asking(email), asking(email.toUpperCase())],
          verdict: async (...answers) => {
            expect(told(...answers).sort()).toEqual(['201', 'already-invited']);
            expect((await operator.get('/team/invitations')).body.data).toHaveLength(1);
            return 'one';
          },
        };
      });
    },
    TIMEOUT_MS,
  );

  it(
    'remove ‖ approve: a decision comes before the removal, or never',
    async () => {
      await race(async () => {
        const organization = await newOrganization();
        const { operator } = organization;
        const colleague = await newMember(organization);
        const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
        return {
          contenders: [
            remove(operator, colleague.id),
            (service) => colleague.caller.at(service).post(`/approvals/${approvalId}/approve`),
          ],
          verdict: async (removed, approved) => {
            const decided = approved.status === 200;
            expect(told(removed, approved)).toEqual(['200', decided ? '200' : 'unauthenticated']);
            const { body } = await operator.get(`/approvals/${approvalId}`);
            expect(body.data.status).toBe(decided ? 'APPROVED' : 'PENDING');
            const { rows: entries } = await rows.query(
              `SELECT action FROM audit_entries WHERE organization_id = $1
                 AND action IN ('approval.approved', 'member.removed') ORDER BY sequence`,
              [organization.id],
            );
            expect(entries.map(({ action }) => action)).toEqual(
              decided ? ['approval.approved', 'member.removed'] : ['member.removed'],
            );
            return decided ? 'decided' : 'removed';
          },
        };
      });
    },
    TIMEOUT_MS,
  );

  it.each([
    ['leave ‖ leave: one of the last two stays', 'themselves', 'last-member'],
    ['remove ‖ remove: of two who remove each other one stays', 'each other', 'unauthenticated'],
  ])(
    '%s',
    async (_, whom, refusal) => {
      await race(async () => {
        const { host, operator } = await hostOf();
        const colleague = await newMember({ operator });
        const [first, second] = whom === 'themselves' ? [host.id, colleague.id] : [colleague.id, host.id];
        return {
          contenders: [remove(operator, first), remove(colleague.caller, second)],
          verdict: async (...answers) => {
            expect(told(...answers).sort()).toEqual(['200', refusal].sort());
            const { rows: left } = await rows.query('SELECT id FROM users WHERE organization_id = $1', [
              host.organization,
            ]);
            expect(left).toHaveLength(1);
            return 'one';
          },
        };
      });
    },
    TIMEOUT_MS,
  );
});
