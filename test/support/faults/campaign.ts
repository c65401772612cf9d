import { sized } from '../campaign-size.js';
import { type Caller, newOrganization, type Organization } from '../client.js';
import type { OwnDatabase } from '../own-database.js';
import type { ServiceProcess } from '../service.mjs';
import type { Place } from './deeds.js';
import { ALL_KINDS, type Kind, scheduleOf } from './faults.js';
import { Road, startProxy } from './proxy.js';
import { randomOf } from './random.js';
import { type Done, newDoneSession } from './session.js';
import { expectTrue, expectUndone, type Report } from './truth.js';

/** Faulted rollbacks. */
export const FAULTED = sized({ short: 30, full: 200 });
export const SEED = process.env.FAULTS_SEED ?? 'backstop';
/** As many rollbacks as one process works off at a time. */
const LANES_EACH = 8;
const TOLD_EVERY = 100;
/** Breaches are told in full up to so many. */
const TOLD = 10;
const RESTORES_WITHIN_MS = 60_000;

interface Lane {
  readonly organization: Organization;
  readonly road: Road;
}

export interface Campaign {
  readonly rollbacks: number;
  /** How often each fault was met. */
  readonly faults: Record<string, number>;
  /** How often each outcome was reported while things went wrong. */
  readonly outcomes: Record<string, number>;
}

/** Rolls sessions back through faults, many at a time, and checks each of them. @throws with the seed and the path there */
export async function runCampaign(
  { services, superuser }: OwnDatabase,
  places: readonly Place[],
  numbers: readonly number[],
): Promise<Campaign> {
  const todo = [...numbers];
  const faults: Record<string, number> = Object.fromEntries(ALL_KINDS.map((kind) => [kind, 0]));
  const outcomes: Record<string, number> = {};
  const stops: (() => void)[] = [];
  let finished = 0;
  const breaches: string[] = [];
  const work = async (service: ServiceProcess) => {
    const lane = await newLane(service, places, stops);
    const sessions: string[] = [];
    for (let number = todo.shift(); number !== undefined; number = todo.shift()) {
      try {
        const found = await rollBackOnce(lane, places, number, sessions);
        for (const kind of found.faults) faults[kind] = (faults[kind] ?? 0) + 1;
        for (const outcome of found.outcomes) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      } catch (error) {
        const path = lane.road.faults.join('\n  ');
        breaches.push(`FAULTS_SEED=${SEED} FAULTS_ONLY=${number}: ${(error as Error).message}\n  ${path}`);
      }
      if (++finished % TOLD_EVERY === 0) process.stderr.write(`${finished} of ${numbers.length} faulted rollbacks\n`);
    }
    await expectTrue(superuser, lane.organization, sessions);
  };
  const lanes = await Promise.allSettled(
    services.flatMap((service) => Array.from({ length: LANES_EACH }, () => work(service))),
  );
  for (const stop of stops) stop();
  if (breaches.length > 0) throw new Error(`${breaches.length} breaches:\n${breaches.slice(0, TOLD).join('\n')}`);
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  return { rollbacks: finished, faults, outcomes };
}

async function newLane(service: ServiceProcess, places: readonly Place[], stops: (() => void)[]): Promise<Lane> {
  const road = new Road();
  const organization = await newOrganization(service);
  for (const { connector, upstream, credential } of places) {
    const proxy = await startProxy(upstream, road);
    stops.push(proxy.stop);
    const stored = await organization.operator.put(`/settings/credentials/${connector.id}`, {
      values: credential(proxy.url),
    });
    if (stored.status !== 200) throw new Error(`${connector.id}: ${JSON.stringify(stored.body.error)}`);
  }
  return { organization, road };
}

/** One session, rolled back while things go wrong and again when they do not. */
async function rollBackOnce(
  { organization, road }: Lane,
  places: readonly Place[],
  number: number,
  sessions: string[],
) {
  const random = randomOf(`${SEED} ${number}`);
  road.begin(null);
  const { session, done } = await newDoneSession(organization, places, random, `n${number}`);
  sessions.push(session);
  road.begin(scheduleOf(random));
  const report = await rolledBack(organization.operator, session);
  const met = [...road.faults];
  if (met.length === 0) throw new Error('nothing went wrong, which was not the plan');
  await expectUndone(organization.operator, session, done, road.writes, report);
  road.faultOf = null;
  await restoreTheRest(organization.operator, session, done);
  await expectUndone(organization.operator, session, done, road.writes, null);
  return {
    faults: met.map((line) => ALL_KINDS.find((kind) => line.includes(`: ${kind} (`)) as Kind),
    outcomes: report.results.map(({ outcome }) => outcome),
  };
}

async function rolledBack(operator: Caller, session: string): Promise<Report> {
  const { status, body } = await operator.post(`/sessions/${session}/rollback`);
  if (status !== 200) throw new Error(`the rollback was refused: ${JSON.stringify(body.error)}`);
  let report = body.data;
  while (report.state !== 'finished') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    report = (await operator.get(`/sessions/${session}/rollback`)).body.data;
  }
  return report;
}

/** Asks again until nothing remains; what is told to have failed may be asked for again, nothing else. */
async function restoreTheRest(operator: Caller, session: string, done: readonly Done[]): Promise<void> {
  const until = performance.now() + RESTORES_WITHIN_MS;
  const shown = async () => (await operator.get(`/sessions/${session}`)).body.data;
  while ((await shown()).displayStatus !== 'REVERTED') {
    const { results } = await rolledBack(operator, session);
    const left = results.filter(({ outcome }) => outcome !== 'ROLLED_BACK' && outcome !== 'SKIPPED');
    const { actions } = await shown();
    const statuses = actions.map(({ status }: { status: string }) => status);
    if (left.length > 0 && left.every((one) => isForAPerson(one, done, statuses))) return;
    // A provider is left alone for a while, and a busy machine does not answer in time.
    const isFailed = left.every(
      (one) => one.outcome === 'ROLLBACK_FAILED' || isLookedForAgain(one) || isForAPerson(one, done, statuses),
    );
    if (left.length > 0 && !(isFailed && performance.now() < until))
      throw new Error(`nothing goes wrong any more, and yet: ${JSON.stringify(left)}`);
    if (isFailed) await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** What a call without an answer may have made again; later it is sent once more. */
const isLookedForAgain = ({ outcome, detail }: Report['results'][number]) =>
  outcome === 'UNKNOWN' && String(detail).includes('did not answer an earlier try');

/** Of two changes of one resource, when the lower one was undone while nobody could tell of the upper one. */
function isForAPerson(
  { actionId, outcome }: Report['results'][number],
  done: readonly Done[],
  statuses: readonly string[],
): boolean {
  const index = done.findIndex((one) => one.actionId === actionId);
  if (!done[index]?.deed.isOnTopOfTheLast) return false;
  // Its undo took effect and was never heard of.
  if (outcome === 'CONFLICT') return true;
  // Its client died, the provider could not be asked, and what is there now is neither before nor after it.
  return done[index].isUnsettled && statuses[index] === 'UNKNOWN' && statuses[index - 1] === 'ROLLED_BACK';
}
