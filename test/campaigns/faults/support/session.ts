import type { Json } from '../../../../src/connectors/connector.js';
import type { Subject } from '../../../connectors/subjects/subject.js';
import { type Caller, newSession, type Organization } from '../../../support/client.js';
import { permitted } from '../../../support/governed.js';
import type { Random } from '../../../support/random.mjs';
import type { Access, Place } from './places.js';
import { drawScenario, type Governed, type GovernedTogether, ResourceHistory } from './resource-history.js';

const TRIES = 10;

/** Opens a session of an agent with calls on one thing or two, in a random order. */
export async function newPlayedSession(
  { agent }: Organization,
  place: Place,
  subject: Subject,
  access: Access,
  random: Random,
  turn: number,
): Promise<{ session: string; histories: ResourceHistory[] }> {
  const session = await newSession(agent);
  const scenarios = Array.from({ length: random.chance(0.4) ? 2 : 1 }, (_, index) =>
    drawScenario(random, place, subject, turn + index),
  );
  const histories: ResourceHistory[] = [];
  for (const scenario of scenarios) histories.push(await ResourceHistory.begin(subject, scenario));
  const governed: Governed = async (trip, { report, isMade }, act) => {
    const actionId = await patientlyPermitted(agent, session, access.through(trip));
    const response = isMade ? await act() : null;
    if (report) await confirm(agent, session, actionId, reported(report, response));
    return actionId;
  };
  const together: GovernedTogether = async ({ calls, begin, end }, { report, isMade }) => {
    await begin();
    const asked: { readonly id: string; readonly response: Json }[] = [];
    for (const trip of calls) {
      const id = await patientlyPermitted(agent, session, access.through(trip));
      asked.push({ id, response: JSON.parse(JSON.stringify(await trip.act())) });
    }
    await end(isMade ? 'COMMIT' : 'ROLLBACK');
    for (const { id, response } of asked)
      if (report) await confirm(agent, session, id, reported(report, isMade ? response : null));
    return asked.map(({ id }) => id);
  };
  for (let left = [...histories]; left.length > 0; ) {
    const history = random.pick(left);
    if (!(await history.play(governed, together))) left = left.filter((one) => one !== history);
  }
  return { session, histories };
}

/** A busy machine may need more than one try at the capture. */
async function patientlyPermitted(agent: Caller, session: string, trip: Parameters<typeof permitted>[2]) {
  for (let tries = 1; ; tries++) {
    try {
      return await permitted(agent, session, trip);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

function reported(report: 'SUCCESS' | 'UNKNOWN' | 'REFUSED', response: Json): object {
  if (report === 'REFUSED') return { status: 'FAILED', response: { refusal: { code: 'transaction-rolled-back' } } };
  return report === 'SUCCESS' ? { status: report, response } : { status: report };
}

async function confirm(agent: Caller, session: string, actionId: string, body: object): Promise<void> {
  const answer = await agent.patch(`/sessions/${session}/actions/${actionId}`, body);
  if (answer.status !== 200) throw new Error(`it was not confirmed: ${JSON.stringify(answer.body.error)}`);
}
