import { sized } from '../../../support/campaign-size.js';
import { type Answer, newOrganization, type Organization, serviceA, serviceB } from '../../../support/client.js';
import { patience } from '../../../support/patience.mjs';
import type { Service } from '../../../support/service.mjs';
import { expectInvariants } from './invariants.js';

/** The repetitions of each race, unless it has a number of its own. */
const REPETITIONS = sized({ short: 16, full: 200 });
const CONTENDERS = 8;
/** Repetitions under way at a time, each in an organization of its own; more where most of the time is spent waiting. */
const LANES = 4;

/** Sends one request to the given process. */
export type Contender = (service: Service) => Promise<Answer>;

export interface Situation {
  readonly session: string;
}

export interface Race<Lane extends Organization, S extends Situation> {
  /** Makes the resources that an organization needs before its first repetition. */
  prepare(organization: Organization): Promise<Lane>;
  /** A fresh situation. */
  arrange(lane: Lane, round: number): Promise<S>;
  /** Eight requests that are sent at the same moment, alternately to the two processes. */
  contenders(situation: S, lane: Lane, round: number): Contender[];
  /** Throws unless all that must hold does; names how it ended. The answers are in the order of the contenders. */
  verdict(situation: S, answers: Answer[], lane: Lane, round: number): Promise<string>;
  /** Waits until the jobs have finished their work, before the rows are counted. */
  settle?(lane: Lane): Promise<void>;
  /** True if the rows are not counted at the end: a purge removes rows, and a quota that is set by hand fits none. */
  readonly uncounted?: boolean;
  readonly lanes?: number;
  readonly repetitions?: number;
}

/** Runs the race over and over, checks the invariants of all that it left, and says how often it ended how. */
export async function run<Lane extends Organization, S extends Situation>(
  race: Race<Lane, S>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const { lanes: count = LANES, repetitions = REPETITIONS } = race;
  const runLane = async (first: number) => {
    const lane = await race.prepare(await newOrganization());
    const sessions: string[] = [];
    for (let round = first; round < repetitions; round += count) {
      const outcome = await repeat(race, lane, round, sessions).catch((error: Error) => {
        error.message = `repetition ${round}: ${error.message}`;
        throw error;
      });
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    await race.settle?.(lane);
    await expectInvariants(lane, sessions, !race.uncounted);
  };
  const lanes = await Promise.allSettled(Array.from({ length: count }, (_, index) => runLane(index)));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  expect(Object.values(outcomes).reduce((all, times) => all + times, 0)).toBe(repetitions);
  return outcomes;
}

/** Runs the repetitions: each contender takes each place in the queue in turn, and is sent to either process. */
async function repeat<Lane extends Organization, S extends Situation>(
  race: Race<Lane, S>,
  lane: Lane,
  round: number,
  sessions: string[],
): Promise<string> {
  const situation = await race.arrange(lane, round);
  sessions.push(situation.session);
  const contenders = race.contenders(situation, lane, round);
  expect(contenders).toHaveLength(CONTENDERS);
  const answers: Promise<Answer>[] = [];
  for (let place = 0; place < CONTENDERS; place++) {
    const index = (place + round) % CONTENDERS;
    const service = (place + Math.floor(round / CONTENDERS)) % 2 ? serviceA : serviceB;
    answers[index] = (contenders[index] as Contender)(service);
  }
  return race.verdict(situation, await Promise.all(answers), lane, round);
}

/** Prepares nothing, for races whose organizations need nothing. */
export const asTheyAre = async (organization: Organization) => organization;

export const timeoutOf = (repetitions: number) => patience(24_000 + repetitions * 400);
export const TIMEOUT_MS = timeoutOf(REPETITIONS);
