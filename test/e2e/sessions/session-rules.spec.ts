import { randomUUID } from 'node:crypto';
import { isRolled, remainingEffects, type SessionState } from '../../../src/sessions/session.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const ROLLBACK_STATES: readonly SessionState['rollbackState'][] = ['NONE', 'RUNNING', 'FINISHED'];
const organization = randomUUID();

let database: OwnDatabase;
beforeAll(async () => {
  database = await newOwnDatabase();
  await database.superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [organization]);
});
afterAll(() => database.drop());

/** A session as both languages see it. */
async function seen(
  rollbackState: SessionState['rollbackState'],
  closedByRollback: boolean,
  counts: readonly number[],
) {
  const id = randomUUID();
  await database.superuser.query(
    `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, rollback_state, closed_by_rollback,
       success, reads, rollback_failed, unknown) VALUES ($1, $2, 'a', 'b', false, $3, $4, $5, $6, $7, $8)`,
    [id, organization, rollbackState, closedByRollback, ...counts],
  );
  const { rows } = await database.superuser.query(
    'SELECT rolled, effects + unknown AS remaining FROM session_states WHERE id = $1',
    [id],
  );
  const [success = 0, reads = 0, rollbackFailed = 0, unknown = 0] = counts;
  const state = {
    rollbackState,
    closedByRollback,
    success,
    reads,
    rollbackFailed,
    unknown,
    unknownReads: 0,
  } as SessionState;
  return { sql: rows[0], rules: { rolled: isRolled(state), remaining: remainingEffects(state) } };
}

describe('the view of sessions', () => {
  it('says as the rules of sessions do whether one is rolled and which effects remain', async () => {
    for (const rollbackState of ROLLBACK_STATES) {
      for (const closed of [false, true]) {
        for (const counts of [
          [0, 0, 0, 0],
          [3, 1, 0, 0],
          [2, 2, 1, 0],
          [1, 1, 0, 4],
        ]) {
          const { sql, rules } = await seen(rollbackState, closed, counts);
          expect(sql).toEqual(rules);
        }
      }
    }
  });
});
