import { sized } from '../../support/campaign-size.js';
import { newOrganization, newSession, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';
import { patience } from '../../support/patience.mjs';

const ROUNDS = sized({ short: 3, full: 2_000 });
const CALLERS = 64;
const LIMIT = 1_000;

afterAll(() => rows.end());

describe(`${CALLERS} callers on two processes at a limit of ${LIMIT}`, () => {
  it(
    `permit exactly what fits, ${ROUNDS} times`,
    async () => {
      const { agent, operator } = await newOrganization();
      const condition = {
        window: { sum: 'payload.amount' },
        per: 'payload.round',
        seconds: 86_400,
        operator: 'gt',
        value: LIMIT,
      };
      const made = await operator.post('/policies', { apiNamePattern: 'pay.*', action: 'BLOCK', condition });
      expect(made.status).toBe(201);
      const sessions = await Promise.all(Array.from({ length: 8 }, () => newSession(agent)));
      let permittedCalls = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await Promise.all(
          Array.from({ length: CALLERS }, async (_, index) => {
            const amount = 1 + ((index * 37 + round * 11) % 60);
            const session = sessions[index % sessions.length];
            const asked = call({ apiName: 'pay.out', payload: { amount, round, index } });
            const caller = agent.at(index % 2 ? serviceA : serviceB);
            const answer = await caller.post(`/sessions/${session}/actions`, asked);
            return { amount, outcome: errorOf(answer) ?? answer.body.data.status };
          }),
        );
        const permitted = answers.filter(({ outcome }) => outcome === 'CLEARED');
        const refused = answers.filter(({ outcome }) => outcome === 'policy-blocked');
        expect(permitted.length + refused.length).toBe(CALLERS);
        const total = permitted.reduce((sum, { amount }) => sum + amount, 0);
        expect(total).toBeLessThanOrEqual(LIMIT);
        for (const { amount } of refused) expect(total + amount).toBeGreaterThan(LIMIT);
        expect(refused.length).toBeGreaterThan(0);
        permittedCalls += permitted.length;
      }
      const { rows: kept } = await rows.query(
        `SELECT count(*)::int AS calls FROM actions WHERE session_id = ANY ($1) AND status = 'CLEARED'`,
        [sessions],
      );
      expect(kept).toEqual([{ calls: permittedCalls }]);
    },
    patience(60_000) * Math.max(1, ROUNDS / 20),
  );
});
