import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Subject } from '../../connectors/subjects/subject.js';
import { sized } from '../../support/campaign-size.js';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { patience } from '../../support/patience.mjs';
import { randomOf } from '../../support/random.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { rolledBack } from './support/campaign.js';
import { scheduleOfCall } from './support/faults.js';
import { FaultyNetwork } from './support/faulty-network.js';
import { type Access, accessTo, PERFORMING, type Place } from './support/places.js';
import { prepareCall, stepsAt } from './support/wanted-call.js';

const CALLS_EACH = sized({ short: 6, full: 60 });
const LANES = 6;
const SEED = process.env.FAULTS_SEED ?? 'backstop';
/** `FAULTS_ONLY='github 17'` replays that one call. */
const ONLY = process.env.FAULTS_ONLY ?? null;
const PLACES = PERFORMING.filter(({ name }) => ONLY === null || ONLY.startsWith(`${name} `));
const numbersAt = ({ name }: Place) =>
  Array.from({ length: CALLS_EACH }, (_, index) => index).filter((one) => ONLY === null || ONLY === `${name} ${one}`);
/** An API of any kind may answer so to a call that it has carried out, and a capture that met it shows less. */
const LIE = /: (wrong JSON|200 with an error body) \(/;
/** Faults end after that, and the service learns what became of the call. */
const FAULTS_MS = 15_000;
const ENDS_WITHIN_MS = patience(60_000);
const LOOK_EVERY_MS = 100;

let database: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  database = await newOwnDatabase();
  const PROVIDER_TIMEOUT_SECONDS = String(Math.ceil(patience(400) / 1_000));
  service = await startService({ DATABASE_URL: database.serviceUrl, PROVIDER_TIMEOUT_SECONDS });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

interface Lane extends Organization {
  readonly network: FaultyNetwork;
  readonly access: Access;
}

async function newLane(subject: Subject, connector: string): Promise<Lane> {
  const organization = await newOrganization(service);
  const network = new FaultyNetwork();
  const access = await accessTo(subject, network);
  const offer = { values: access.credentials, agentOperations: [`${connector}.*`] };
  expect((await organization.operator.put(`/settings/credentials/${connector}`, offer)).status).toBe(200);
  return { ...organization, network, access };
}

/** Has the service make one call over a faulted network. @throws when what it tells is not what became of the call */
async function performOnce({ operator, agent, network, access }: Lane, place: Place, subject: Subject, number: number) {
  const random = randomOf(`${SEED} ${place.name} ${number}`);
  const step = random.pick(stepsAt(place, subject));
  const { trip, before, made } = await prepareCall(subject, step);
  const { apiName, payload } = access.through(trip);
  const session = await newSession(agent);
  network.begin();
  network.follow(scheduleOfCall(random, access.wire));
  const path = `/sessions/${session}/actions`;
  const { id } = (await agent.post(`${path}?wait=0`, { apiName, payload, perform: true })).body.data;
  const begun = performance.now();
  let action = (await agent.get(`${path}/${id}`)).body.data;
  while (action.performance.state !== 'done') {
    const waited = performance.now() - begun;
    if (waited > FAULTS_MS) network.follow(null);
    if (waited > ENDS_WITHIN_MS) throw new Error(`${step} does not end: ${JSON.stringify(action)}`);
    await sleep(LOOK_EVERY_MS);
    action = (await agent.get(`${path}/${id}`)).body.data;
  }
  network.follow(null);
  await network.settled();
  const { status, snapshot } = action;
  const isLie = network.faults.some((line) => LIE.test(line));
  const allowed =
    {
      SUCCESS: isLie && place.takesAnyAnswer ? [before, made] : [made],
      FAILED: [before],
      UNKNOWN: [before, made],
    }[status as string] ?? [];
  const left = await trip.state();
  if (!allowed.some((one) => isDeepStrictEqual(one, left)))
    throw new Error(`${step} is ${status} (${JSON.stringify(action.response)}) and left ${JSON.stringify(left)}`);
  // There is nothing to roll back where the only call failed.
  if (status === 'FAILED') return 'FAILED';
  const report = await rolledBack(operator, session, status === 'UNKNOWN' ? [id] : []);
  const isHidden = isLie || snapshot === null || snapshot.captureFailed || (step === 'make' && status === 'UNKNOWN');
  const back = await trip.state();
  if (!isHidden && !isDeepStrictEqual(back, before))
    throw new Error(`${step} is ${status}, and its undo left ${JSON.stringify(back)}: ${JSON.stringify(report)}`);
  return status as string;
}

it.concurrent.each(PLACES)(
  'what the service makes at $name over a failing network is made once at most, and told as it is',
  async (place) => {
    const subject = await place.open();
    const left = numbersAt(place);
    const outcomes: Record<string, number> = {};
    const breaches: string[] = [];
    const work = async () => {
      const lane = await newLane(subject, place.connector);
      for (let number = left.shift(); number !== undefined; number = left.shift()) {
        try {
          const outcome = await performOnce(lane, place, subject, number);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        } catch (error) {
          const network = lane.network.faults.join('\n  ');
          breaches.push(
            `FAULTS_SEED=${SEED} FAULTS_ONLY='${place.name} ${number}': ${(error as Error).message}\n  ${network}`,
          );
        }
      }
      await lane.access.stop();
    };
    await Promise.all(Array.from({ length: Math.min(LANES, left.length) }, work));
    await subject.stop();
    process.stderr.write(`${place.name}: ${JSON.stringify(outcomes)}\n`);
    expect(breaches.join('\n')).toBe('');
  },
  patience(120_000),
);
