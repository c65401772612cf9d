import type { Organization } from '../../support/client.js';
import { newSession, unique } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, type Performing } from '../../support/performing.js';
import { atVariousTimes, expectRefused, lost, post, times, won } from './support/contenders.js';
import { run, TIMEOUT_MS } from './support/race.js';

afterAll(dropDatabases);

let world: Performing;
beforeAll(async () => {
  world = await newPerforming();
  await world.database.pool.query('CREATE TABLE made (by text PRIMARY KEY)');
});

async function offering(organization: Organization): Promise<Organization> {
  const values = { connectionString: world.database.url };
  await organization.operator.put('/settings/credentials/postgres', { values, agentOperations: ['postgres.*'] });
  return organization;
}

/** A call that the service makes, in a session of its own; whether it was made shows a row. */
async function arrange({ agent }: Organization) {
  const session = await newSession(agent, unique('racer'));
  const by = unique('call');
  const payload = { table: 'made', values: { by } };
  const asked = await agent.post(`/sessions/${session}/actions?wait=0`, {
    apiName: 'postgres.rows.insert',
    payload,
    perform: true,
  });
  return { session, by, action: asked.body.data.id };
}

const isMade = async (by: string) =>
  (await world.database.pool.query('SELECT FROM made WHERE by = $1', [by])).rowCount === 1;

describe('a performed call that begins while', () => {
  it(
    'it is withdrawn is either made, and 409 already-begun, or REJECTED and never made',
    async () => {
      await run({
        prepare: offering,
        arrange,
        contenders: ({ session, action }, { agent }, round) =>
          times(8, () => atVariousTimes(round, post(agent, `/sessions/${session}/actions/${action}/cancel`))),
        verdict: async ({ session, by, action }, answers, { agent }) => {
          const read = async () => (await agent.get(`/sessions/${session}/actions/${action}`)).body.data;
          const now = await eventually(read, ({ performance }) => performance.state === 'done');
          const taken = won(answers).length === 1;
          expect([now.status, await isMade(by)]).toEqual(taken ? ['REJECTED', false] : ['SUCCESS', true]);
          expectRefused(lost(answers), 'already-begun');
          expect(lost(answers)).toHaveLength(taken ? 7 : 8);
          return taken ? 'taken back' : 'made';
        },
      });
    },
    TIMEOUT_MS,
  );

  it(
    'its session is rolled back is either undone or REJECTED, and none of its effect is left after the answer',
    async () => {
      await run({
        prepare: offering,
        arrange,
        contenders: ({ session }, { agent }, round) =>
          times(8, () => atVariousTimes(round, post(agent, `/sessions/${session}/rollback`))),
        verdict: async ({ session, by, action }, answers, { agent }) => {
          const isLeft = await isMade(by);
          const { status } = (await agent.get(`/sessions/${session}/actions/${action}`)).body.data;
          const isUndone = won(answers).length > 0;
          expect([status, isLeft]).toEqual([isUndone ? 'ROLLED_BACK' : 'REJECTED', false]);
          return status;
        },
      });
    },
    TIMEOUT_MS,
  );
});
