import { CALL_FAILPOINTS, type Failpoint } from '../../../src/platform/failpoints.js';
import { callOn } from '../../connectors/scenarios/support/performed.js';
import type { Subject } from '../../connectors/subjects/subject.js';
import { isFull } from '../../support/campaign-size.js';
import { newOrganization, newSession, unique } from '../../support/client.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { PERFORMING } from '../faults/support/places.js';

/** In the short form those around the effect, where most is at stake, at the one provider that is always there. */
const TRIED = CALL_FAILPOINTS.filter((name) => isFull || /^call-(note-after|after-answer|end-before)/.test(name));
const PLACES = PERFORMING.filter(({ name }) => isFull || name === 'postgres');

/** Providers that tell what became of a call, or that make nothing twice under one key. */
const TELLS = ['mysql', 'postgres', 'stripe'];

/** Has a service that dies on the way change a thing, starts another one, and answers what became of it. */
async function performWithDeathAt(failpoint: Failpoint, subject: Subject) {
  const database = await newOwnDatabase();
  let alive: ServiceProcess | null = null;
  try {
    const thing = await subject.newThing();
    const { connector, context, apiName, payload } = callOn(thing);
    const before = await thing.state();
    const mortal = await startService({ DATABASE_URL: database.serviceUrl, BACKSTOP_FAILPOINT: failpoint });
    const { operator, agent } = await newOrganization(mortal);
    const offer = { values: context.credentials, agentOperations: [`${connector.id}.*`] };
    await operator.put(`/settings/credentials/${connector.id}`, offer);
    const session = await newSession(agent, unique('agent'));
    const died = await agent.post(`/sessions/${session}/actions`, { apiName, payload, perform: true }).then(
      () => 'it answered',
      () => 'it died',
    );
    alive = await startService({ DATABASE_URL: database.serviceUrl });
    const operatorNow = operator.at(alive);
    const read = async () => (await operatorNow.get(`/sessions/${session}`)).body.data.actions[0];
    const action = await eventually(read, (one) => one?.performance.state === 'done');
    const changed = JSON.stringify(await thing.state()) !== JSON.stringify(before);
    // An operator decides a call if nothing shows whether it took effect.
    const order = action.status === 'UNKNOWN' ? { force: [action.id] } : undefined;
    await operatorNow.post(`/sessions/${session}/rollback`, order);
    return {
      died,
      status: action.status,
      changed,
      isBack: JSON.stringify(await thing.state()) === JSON.stringify(before),
    };
  } finally {
    await alive?.stop();
    await database.drop();
  }
}

describe.each(PLACES)('a service that dies while it makes a call at $name', ({ name, open }) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  const TRUTHS = TELLS.includes(name)
    ? [{ status: 'SUCCESS', changed: true }]
    : [
        { status: 'SUCCESS', changed: true },
        { status: 'FAILED', changed: false },
        { status: 'UNKNOWN', changed: expect.any(Boolean) },
      ];

  it.concurrent.each(TRIED)(
    'at %s is followed by one that reports the true outcome, and undoes the call',
    async (failpoint) => {
      const { died, ...found } = await performWithDeathAt(failpoint, subject);
      // Only what is committed already is answered after its end.
      if (failpoint !== 'call-end-after-commit') expect(died).toBe('it died');
      const { status, changed, isBack } = found;
      const truth = TRUTHS.find((one) => one.status === status) ?? TRUTHS[0];
      expect({ status, changed, isBack }).toEqual({ ...truth, isBack: true });
    },
  );
});
