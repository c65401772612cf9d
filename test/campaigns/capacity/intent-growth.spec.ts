import { newId } from '../../../src/platform/ids.js';
import { newOrganization, newSession, serviceA } from '../../support/client.js';
import { logged, rows } from '../../support/ledger.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

/** The calls of a session that takes several runs. */
const LONG = 12_000;

afterAll(() => rows.end());

/** Inserts the evaluations of so many sessions of two agents, one session at a time. */
async function evaluated(organizationId: string, sessions: number): Promise<void> {
  await rows.query(
    `WITH made AS (
       INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated)
       SELECT gen_random_uuid(), $1, 'agent-' || n % 2, 'x', false FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO session_intents (session_id, organization_id, evaluator, progress, verdict, drift_score, connectors)
     SELECT id, $1, 'a version', '{}', 'ALIGNED', 0.25, '{mail}' FROM made`,
    [organizationId, sessions],
  );
}

describe('the organization’s summary of intent', () => {
  it('reads as many rows for ten thousand sessions as for ten, and adds them up correctly', async () => {
    const { id, operator } = await newOrganization(serviceA);
    const kept = async () => {
      const { rows: counted } = await rows.query('SELECT count(*)::int FROM intent_counts WHERE organization_id = $1', [
        id,
      ]);
      return counted[0].count;
    };
    await evaluated(id, 10);
    const few = await kept();
    await evaluated(id, 9_990);
    expect(await kept()).toBe(few);
    const { body } = await operator.get('/sessions/intent/summary');
    expect(body.data).toMatchObject({
      sessions: 10_000,
      averageDriftScore: 0.25,
      agents: [{ sessions: 5_000 }, { sessions: 5_000 }],
      connectors: [{ connector: 'mail', sessions: 10_000 }],
    });
  });
});

describe('a session in progress', () => {
  it('is evaluated while the evaluation of a long one runs, and the long one is finished without a reader', async () => {
    const own = await newOwnDatabase(1);
    try {
      const { id, agent } = await newOrganization(own.services[0]);
      const [long, short] = [await newSession(agent), await newSession(agent)];
      await own.superuser.query(
        `INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status,
           policy_decision)
         SELECT gen_random_uuid(), $1, $2, n, 'crm.customer.update', 'UPDATE', json_build_object('id', n), 'x', 'CLEARED', 'ALLOW'
         FROM generate_series(1, $3::int) n`,
        [id, long, LONG],
      );
      await own.superuser.query(
        'UPDATE sessions SET last_sequence = $2::int, cleared = $2::int, possible_effects = $2::int WHERE id = $1',
        [long, LONG],
      );
      await logged(agent, long);
      await logged(agent, short);
      const evaluated = async () => {
        const { rows: found } = await own.superuser.query(
          `SELECT coalesce(max(evaluated_sequence) FILTER (WHERE session_id = $1), 0)::int AS long,
             coalesce(max(evaluated_sequence) FILTER (WHERE session_id = $2), 0)::int AS short FROM session_intents`,
          [long, short],
        );
        return found[0];
      };
      const first = await eventually(evaluated, (seen) => seen.short === 1, 20_000);
      expect(first.short).toBe(1);
      expect(first.long).toBeLessThan(LONG);
      const last = await eventually(evaluated, (seen) => seen.long > LONG, 20_000);
      expect(last.long).toBe(LONG + 1);
    } finally {
      await own.drop();
    }
  });

  it('is evaluated before the backlog of a dead process, of any size', async () => {
    const own = await newOwnDatabase(1);
    try {
      const { id, agent } = await newOrganization(own.services[0]);
      await own.superuser.query(
        `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, last_sequence)
         SELECT one, $1, 'dead', 'x', false, 1 FROM unnest($2::uuid[]) AS one`,
        [id, Array.from({ length: 3_000 }, () => newId())],
      );
      const next = await startService({ DATABASE_URL: own.serviceUrl });
      const session = await newSession(agent.at(next));
      await logged(agent.at(next), session);
      const evaluated = async () => {
        const { rows: found } = await own.superuser.query(
          `SELECT count(*) FILTER (WHERE session_id = $1)::int AS mine, count(*)::int AS all FROM session_intents`,
          [session],
        );
        return found[0];
      };
      const { mine, all } = await eventually(evaluated, (seen) => seen.mine === 1, 20_000);
      await next.stop();
      expect(mine).toBe(1);
      expect(all).toBeLessThan(2_000);
    } finally {
      await own.drop();
    }
  });
});
