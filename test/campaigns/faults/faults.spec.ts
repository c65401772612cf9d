import type { Subject } from '../../connectors/subjects/subject.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { patience } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';
import { FAULTED, runCampaign } from './support/campaign.js';
import { ALL_KINDS } from './support/faults.js';
import { isInstalled, type Place, placeOf } from './support/places.js';

/** `FAULTS_ONLY=17` replays that one of the same seed, `FAULTS_ONLY=17,30` these two. */
const only = process.env.FAULTS_ONLY;
const PROCESSES = 3;
const STEPS = [
  ...['x', 'y', 'a', 'make', 'remove', 'sum', 'orphan', 'swap', 'refused', 'elsewhere', 'during a rollback'],
  ...['set', 'setOther', 'put back', 'drop', 'add', 'same'].map((one) => `${one} by another`),
];
/** The stand-in of GitHub answers a token five thousand times, so so many share one. */
const EACH_ROUND = 130;
const drawn = only ? only.split(',').map(Number) : Array.from({ length: FAULTED }, (_, index) => index);
const numbers = drawn.filter((number) => isInstalled(placeOf(number)));
const rounds = Array.from({ length: Math.ceil(numbers.length / EACH_ROUND) }, (_, index) => {
  const round = numbers.slice(index * EACH_ROUND, (index + 1) * EACH_ROUND);
  return { from: round[0], round };
});

let database: OwnDatabase;
const services: Awaited<ReturnType<typeof startService>>[] = [];

beforeAll(async () => {
  database = await newOwnDatabase();
  const environment = {
    DATABASE_URL: database.serviceUrl,
    PROVIDER_TIMEOUT_SECONDS: String(Math.ceil(patience(400) / 1_000)),
  };
  services.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startService(environment)))));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await database.drop();
});

async function openPlaces(round: readonly number[]): Promise<Map<Place, Subject>> {
  const places = [...new Set(round.map(placeOf))];
  return new Map(await Promise.all(places.map(async (place) => [place, await place.open()] as const)));
}

it.each(rounds)(
  'whatever fails between service and provider, nothing is undone twice, reported wrongly, or lost (from $from)',
  async ({ round }) => {
    const places = await openPlaces(round);
    try {
      const { rollbacks, faults, outcomes, steps } = await runCampaign({ ...database, services }, places, round);
      expect(rollbacks).toBe(round.length);
      process.stderr.write(`${JSON.stringify({ rollbacks, faults, outcomes, steps })}\n`);
      if (round.length < EACH_ROUND) return;
      // It was a campaign only if each of them happened, and some of it could not be undone the first time.
      for (const kind of ALL_KINDS) expect([kind, faults[kind]]).not.toEqual([kind, 0]);
      for (const outcome of ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CONFLICT', 'UNKNOWN', 'SKIPPED'])
        expect([outcome, outcomes[outcome]]).not.toEqual([outcome, undefined]);
      for (const step of STEPS) expect([step, steps[step]]).not.toEqual([step, undefined]);
    } finally {
      await Promise.all([...places.values()].map((subject) => subject.stop()));
    }
  },
  patience(300_000),
);
