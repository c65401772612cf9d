import { CONNECTORS } from '../../../src/connectors/all.js';
import type { Json } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { WORLDS } from '../../connectors/subjects/worlds.js';
import { newScenario } from '../../support/scenario.js';
import type { Claim, Stage } from './support/claims/stage.js';

const STAGES = [...WORLDS].flatMap(([id, { claims }]) => (claims ? [[id, claims] as const] : []));
/** Creations without a claim here, and why. */
const ELSEWHERE: { readonly [apiName: string]: string } = {
  'mysql.rows.insert':
    'proved by the same engine on MariaDB: test/campaigns/dialects/needs-mariadb/mysql-claims.spec.ts',
};
const claimed: string[] = [];

describe.each(STAGES)('%s', (_, open) => {
  let stage: Stage;
  let connectorOf: (apiName: string) => Trip['connector'];
  beforeAll(async () => {
    stage = await open();
    connectorOf = (apiName) => {
      const found = CONNECTORS.find(({ id }) => apiName.startsWith(`${id}.`));
      if (!found) throw new Error(`no connector knows ${apiName}`);
      return found;
    };
    claimed.push(...Object.keys(stage.claims));
  });
  afterAll(() => stage.stop());

  /** Plays each creation of the provider, one after the other. */
  async function each(play: (claim: Claim, trip: Trip) => Promise<void>): Promise<void> {
    for (const [apiName, newClaim] of Object.entries(stage.claims)) {
      const claim = await newClaim();
      const { payload, state } = claim;
      const trip: Trip = {
        connector: connectorOf(apiName),
        context: stage.context,
        apiName,
        payload,
        state,
        act: claim.make,
      };
      await play(claim, trip).catch((error: Error) => {
        error.message = `${apiName}: ${error.message}`;
        throw error;
      });
    }
  }

  /** The agent makes nothing and reports this. */
  async function stays(trip: Trip, claimedAs: () => Promise<unknown>, isNothing = false): Promise<void> {
    const scenario = await newScenario(trip);
    await scenario.run({ ...trip, act: claimedAs });
    const now = await trip.state();
    const { displayStatus, outcomes } = await scenario.rollBack();
    expect(await trip.state()).toEqual(now);
    if (isNothing) return;
    expect(displayStatus).not.toBe('REVERTED');
    expect(['CONFLICT', 'IRREVERSIBLE', 'UNKNOWN']).toContain(outcomes[0]);
  }

  it('undoes a creation that an agent made and reports', () =>
    each(async ({ lacks }, trip) => {
      const scenario = await newScenario(trip);
      await scenario.run(trip);
      const [{ class: planned }] = await scenario.plan();
      expect(planned).not.toBe('impossible');
      if (lacks) return;
      const { outcomes, details } = await scenario.rollBack();
      expect([outcomes, details]).toEqual([['ROLLED_BACK'], details]);
    }));

  it('leaves a creation that another person made the moment before, exactly as the agent asked for', () =>
    each(async ({ make, isNamed }, trip) => {
      const theirs = (await make()) as Json;
      await stays(trip, async () => theirs, isNamed);
    }));

  it("leaves another person's value, which the agent reports as the result of its change", async () => {
    for (const [apiName, newChange] of Object.entries(stage.changes ?? {})) {
      const { payload, set, state } = await newChange();
      const trip = { connector: connectorOf(apiName), context: stage.context, apiName, payload, state, act: set };
      const scenario = await newScenario(trip);
      await scenario.run(trip);
      const now = await state();
      const { displayStatus, outcomes } = await scenario.rollBack();
      expect([apiName, displayStatus, outcomes]).toEqual([apiName, 'ROLLBACK_FAILED', ['CONFLICT']]);
      expect([apiName, await state()]).toEqual([apiName, now]);
    }
  });

  it('leaves a creation that another person made since, which holds more than the agent asked for', () =>
    each(async ({ makeMore, isNamed }, trip) => {
      if (makeMore) await stays(trip, makeMore);
      else expect(isNamed).toBe(true);
    }));
});

it('A claim on each creation of the registry is tried', () => {
  const creations = CONNECTORS.flatMap(({ operations }) => operations).filter(
    ({ operationType, reversibility }) => operationType === 'CREATE' && reversibility !== 'none',
  );
  const untried = creations.filter(({ apiName }) => !claimed.includes(apiName) && !(apiName in ELSEWHERE));
  expect(untried.map(({ apiName }) => apiName)).toEqual([]);
});
