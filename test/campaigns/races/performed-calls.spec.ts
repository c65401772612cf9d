import { callOn } from '../../connectors/scenarios/support/performed.js';
import type { Subject } from '../../connectors/subjects/subject.js';
import { isFull } from '../../support/campaign-size.js';
import type { Organization } from '../../support/client.js';
import { newSession, unique } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';
import { PERFORMING } from '../faults/support/places.js';
import { atVariousTimes, expectRefused, lost, post, times, won } from './support/contenders.js';
import { run, TIMEOUT_MS } from './support/race.js';

/** The short form races at the one provider that is always there. */
const PLACES = PERFORMING.filter(({ name }) => isFull || name === 'postgres');

describe.each(PLACES)('a performed call at $name that begins while', ({ open }) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  async function offering(organization: Organization): Promise<Organization> {
    const { connector, context } = callOn(await subject.newThing());
    const values = context.credentials;
    const offer = { values, agentOperations: [`${connector.id}.*`] };
    await organization.operator.put(`/settings/credentials/${connector.id}`, offer);
    return organization;
  }

  /** A call that the service makes, in a session of its own, on a thing of its own. */
  async function arrange({ agent }: Organization) {
    const thing = await subject.newThing();
    const { apiName, payload } = callOn(thing);
    const before = JSON.stringify(await thing.state());
    const session = await newSession(agent, unique('racer'));
    const call = { apiName, payload, perform: true };
    const asked = await agent.post(`/sessions/${session}/actions?wait=0`, call);
    const isMade = async () => JSON.stringify(await thing.state()) !== before;
    return { session, isMade, action: asked.body.data.id };
  }

  it(
    'it is withdrawn is either made, and 409 already-begun, or REJECTED and never made',
    async () => {
      await run({
        prepare: offering,
        arrange,
        contenders: ({ session, action }, { agent }, round) =>
          times(8, () => atVariousTimes(round, post(agent, `/sessions/${session}/actions/${action}/cancel`))),
        verdict: async ({ session, isMade, action }, answers, { agent }) => {
          const read = async () => (await agent.get(`/sessions/${session}/actions/${action}`)).body.data;
          const now = await eventually(read, ({ performance }) => performance.state === 'done');
          const taken = won(answers).length === 1;
          expect([now.status, await isMade()]).toEqual(taken ? ['REJECTED', false] : ['SUCCESS', true]);
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
        verdict: async ({ session, isMade, action }, answers, { agent }) => {
          const isLeft = await isMade();
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
