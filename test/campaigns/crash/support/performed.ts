import { isDeepStrictEqual } from 'node:util';
import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import type { Subject } from '../../../connectors/subjects/subject.js';
import { newSession, type Organization } from '../../../support/client.js';
import { patience } from '../../../support/patience.mjs';
import type { Random } from '../../../support/random.mjs';
import { PERFORMING, type Place } from '../../faults/support/places.js';
import type { Patient } from './patient.js';

/** A database that tells what became of a transaction, one that keeps a mark, a store that does neither, and a plain interface. */
const NAMES = ['postgres', 'mysql', 'redis', 'http'];
const PLACES = PERFORMING.filter(({ name }) => NAMES.includes(name));
const DONE_WITHIN_MS = patience(40_000);

const opened = new Map<Place, Promise<Subject>>();
const subjectAt = (place: Place): Promise<Subject> => {
  const subject = opened.get(place) ?? place.open();
  opened.set(place, subject);
  return subject;
};

export async function closeSubjects(): Promise<void> {
  for (const subject of opened.values()) await (await subject).stop();
}

/** A call that the service makes while processes die, whose state shows whether it was made, and whether it was made twice. */
interface Wanted {
  readonly trip: Trip;
  readonly before: unknown;
  /** The state after the call was made once. */
  readonly made: unknown;
}

/** Draws the place of a seed and the number of its calls. */
export const drawPerformed = (random: Random) => ({ place: random.pick(PLACES), count: 1 + random.integer(3) });

/** Calls that the service is asked to make in one session, prepared while all is well. */
export async function preparePerformed(
  { operator, agent }: Organization,
  { place, count }: ReturnType<typeof drawPerformed>,
) {
  const subject = await subjectAt(place);
  const wanted: Wanted[] = [];
  for (let index = 0; index < count; index++) {
    const [thing, twin] = [await countable(subject), await countable(subject)];
    await twin.act();
    wanted.push({ trip: thing, before: await thing.state(), made: await twin.state() });
  }
  const [{ connector }] = (wanted as [Wanted]).map(({ trip }) => trip) as [Trip];
  const offer = { values: subject.context.credentials, agentOperations: [`${connector.id}.*`] };
  const { status } = await operator.put(`/settings/credentials/${connector.id}`, offer);
  if (status !== 200) throw new Error(`the credential of ${place.name} was not stored`);
  return { name: place.name, session: await newSession(agent, 'performed'), wanted };
}

/** An addition or a creation: made twice, it leaves another state than made once. */
async function countable({ newCounter, newAbsent, name }: Subject): Promise<Trip> {
  if (newCounter) return (await newCounter()).change('1');
  if (newAbsent) return (await newAbsent()).make();
  throw new Error(`nothing at ${name} can be counted`);
}

type Prepared = Awaited<ReturnType<typeof preparePerformed>>;

/** Asks for the calls while things go wrong, and answers their actions once each has an outcome. */
export async function performPatiently(agent: Patient, { session, wanted }: Prepared): Promise<string[]> {
  const path = `/sessions/${session}/actions`;
  const actions: string[] = [];
  for (const { trip } of wanted) {
    const call = { apiName: trip.apiName, payload: trip.payload, perform: true };
    const { status, data, error } = await agent.post(`${path}?wait=0`, call);
    if (status !== 200 && status !== 201) throw new Error(`it was refused: ${JSON.stringify(error)}`);
    actions.push(data.id);
  }
  return actions;
}

/** Expects of each call that its status is what became of it, and that it was made once at most; then undoes them. */
export async function expectPerformed(
  { operator, agent }: { operator: Patient; agent: Patient },
  { name, session, wanted }: Prepared,
  actions: readonly string[],
): Promise<string[]> {
  const statuses: string[] = [];
  for (const [index, id] of actions.entries()) {
    const status = await outcomeOf(agent, session, id);
    const { trip, before, made } = wanted[index] as Wanted;
    const state = await trip.state();
    const allowed = { SUCCESS: [made], FAILED: [before], UNKNOWN: [before, made] }[status];
    if (!allowed?.some((one) => isDeepStrictEqual(one, state)))
      throw new Error(`a call at ${name} is ${status} and left ${JSON.stringify(state)}`);
    statuses.push(status);
  }
  const undone = await operator.post(`/sessions/${session}/rollback`, { onConflict: 'force' });
  if (undone.status !== 200) throw new Error(`its rollback was refused: ${JSON.stringify(undone)}`);
  for (const [index, { trip, before }] of wanted.entries()) {
    const state = await trip.state();
    // Nothing shows whether a call with an unknown outcome was made, so an operator decides it.
    if (statuses[index] !== 'UNKNOWN' && !isDeepStrictEqual(state, before))
      throw new Error(`the undo at ${name} left ${JSON.stringify(state)}`);
  }
  return statuses.map((status) => `${name} ${status}`);
}

async function outcomeOf(agent: Patient, session: string, id: string): Promise<string> {
  for (const until = performance.now() + DONE_WITHIN_MS; ; ) {
    const { data } = await agent.get(`/sessions/${session}/actions/${id}?wait=0`);
    if (data.performance.state === 'done') return data.status;
    if (performance.now() > until) throw new Error(`a performed call does not end: ${JSON.stringify(data)}`);
  }
}
