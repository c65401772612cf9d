import { FAULTED, runCampaign } from '../../support/faults/campaign.js';
import type { Place } from '../../support/faults/deeds.js';
import { dynamoPlace } from '../../support/faults/dynamo-place.js';
import { ALL_KINDS } from '../../support/faults/faults.js';
import { gitHubPlaces } from '../../support/faults/github-places.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { startService } from '../../support/service.mjs';

/** `FAULTS_ONLY=17` replays that one of the same seed. */
const only = process.env.FAULTS_ONLY;
const PROCESSES = 3;
/** The stand-in of GitHub answers a token five thousand times, so so many share one. */
const EACH_ROUND = 200;
const numbers = only ? [Number(only)] : Array.from({ length: FAULTED }, (_, index) => index);
const rounds = Array.from({ length: Math.ceil(numbers.length / EACH_ROUND) }, (_, index) => ({
  from: index * EACH_ROUND,
  round: numbers.slice(index * EACH_ROUND, (index + 1) * EACH_ROUND),
}));

let database: OwnDatabase;
const services: Awaited<ReturnType<typeof startService>>[] = [];

beforeAll(async () => {
  database = await newOwnDatabase();
  const environment = { DATABASE_URL: database.serviceUrl, PROVIDER_TIMEOUT_SECONDS: '2' };
  services.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startService(environment)))));
}, 180_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await database.drop();
});

async function placesOfOneRound(): Promise<Place[]> {
  const [dynamo, gitHub] = await Promise.all([dynamoPlace(), gitHubPlaces()]);
  return [dynamo, ...gitHub];
}

it.each(rounds)(
  'whatever goes wrong between service and provider: nothing is undone twice, told that is not so, or lost (from $from)',
  async ({ round }) => {
    const places = await placesOfOneRound();
    try {
      const { rollbacks, faults, outcomes } = await runCampaign({ ...database, services }, places, round);
      expect(rollbacks).toBe(round.length);
      process.stderr.write(`${JSON.stringify({ rollbacks, faults, outcomes })}\n`);
      if (round.length < EACH_ROUND) return;
      // It was a campaign only if each of them happened, and some of it could not be undone the first time.
      for (const kind of ALL_KINDS) expect([kind, faults[kind]]).not.toEqual([kind, 0]);
      for (const outcome of ['ROLLED_BACK', 'ROLLBACK_FAILED', 'SKIPPED'])
        expect([outcome, outcomes[outcome]]).not.toEqual([outcome, undefined]);
    } finally {
      await Promise.all(places.map((place) => place.stop()));
    }
  },
  900_000,
);
