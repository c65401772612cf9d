import { FAULTED, runCampaign } from '../support/faults/campaign.js';
import type { Place } from '../support/faults/deeds.js';
import { dynamoPlace } from '../support/faults/dynamo-place.js';
import { ALL_KINDS } from '../support/faults/faults.js';
import { gitHubPlaces } from '../support/faults/github-places.js';
import { newOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { startService } from '../support/service.mjs';

/** `FAULTS_ONLY=17` replays that one of the same seed. */
const only = process.env.FAULTS_ONLY;
const numbers = only ? [Number(only)] : Array.from({ length: FAULTED }, (_, index) => index);
const PROCESSES = 3;

let database: OwnDatabase;
let places: Place[];
const services: Awaited<ReturnType<typeof startService>>[] = [];

beforeAll(async () => {
  const [dynamo, gitHub, own] = await Promise.all([dynamoPlace(), gitHubPlaces(), newOwnDatabase()]);
  [places, database] = [[dynamo, ...gitHub], own];
  const environment = { DATABASE_URL: own.serviceUrl, PROVIDER_TIMEOUT_SECONDS: '2' };
  services.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startService(environment)))));
}, 180_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all([...places.map((place) => place.stop()), database.drop()]);
});

it(
  'whatever goes wrong between service and provider: nothing is undone twice, told that is not so, or lost',
  async () => {
    const { rollbacks, faults, outcomes } = await runCampaign({ ...database, services }, places, numbers);
    expect(rollbacks).toBe(numbers.length);
    process.stderr.write(`${JSON.stringify({ rollbacks, faults, outcomes })}\n`);
    if (only) return;
    // It was a campaign only if each of them happened, and some of it could not be undone the first time.
    for (const kind of ALL_KINDS) expect([kind, faults[kind]]).not.toEqual([kind, 0]);
    for (const outcome of ['ROLLED_BACK', 'ROLLBACK_FAILED', 'SKIPPED'])
      expect([outcome, outcomes[outcome]]).not.toEqual([outcome, undefined]);
  },
  300_000 + FAULTED * 2_000,
);
