import { setTimeout as sleep } from 'node:timers/promises';
import type { Subject } from '../../../connectors/subjects/subject.js';
import { sized } from '../../../support/campaign-size.js';
import { type Caller, newOrganization, type Organization } from '../../../support/client.js';
import type { OwnDatabase } from '../../../support/own-database.js';
import { patience } from '../../../support/patience.mjs';
import { randomOf } from '../../../support/random.mjs';
import type { ServiceProcess } from '../../../support/service.mjs';
import { ALL_KINDS, type Kind, scheduleOf } from './faults.js';
import { FaultyNetwork } from './faulty-network.js';
import {
  expectAllUndone,
  expectAuditedRollbacks,
  expectInvariants,
  expectNothingUndone,
  expectPromised,
  type Report,
  sessionStateOf,
} from './invariants.js';
import { type Access, accessTo, type Place, placeOf, turnOf } from './places.js';
import type { ResourceHistory, Scenario } from './resource-history.js';
import { newPlayedSession } from './session.js';

/** Faulted rollbacks. */
export const FAULTED = sized({ short: 39, full: 130 });
const SEED = process.env.FAULTS_SEED ?? 'backstop';
/** The number of rollbacks that one process runs at a time. */
const LANES_EACH = 8;
const TOLD_EVERY = 100;
/** The share of sessions whose credential leads to another place at the first rollback. */
const ELSEWHERE = 0.1;
/** The number of breaches that are printed in full. */
const TOLD = 10;
/** A call without an answer is sent again after ten time-outs. */
const RESTORES_WITHIN_MS = patience(18_000);
/** Four tries at each of four calls, each of which asks several times. */
const ENDS_WITHIN_MS = patience(36_000);
/** The number of messages that the rollback of one call sends, about. */
const MESSAGES = { http: 8, tcp: 40 };
const BETWEEN_ROLLBACKS_MS = 2_000;

export type OpenPlaces = ReadonlyMap<Place, Subject>;

/** The agent and the operator of one service; each plays one session at a time. */
class Lane {
  readonly network = new FaultyNetwork();
  readonly sessions: string[] = [];
  private readonly accesses = new Map<Subject, Access>();

  constructor(readonly organization: Organization) {}

  async accessTo(subject: Subject): Promise<Access> {
    const known = this.accesses.get(subject);
    if (known) return known;
    const access = await accessTo(subject, this.network);
    this.accesses.set(subject, access);
    return access;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.accesses.values()].map((access) => access.stop()));
  }
}

/** The number of times that each fault occurred. */
type Counts = Record<string, number>;

export interface Campaign {
  readonly rollbacks: number;
  readonly faults: Counts;
  /** While things went wrong. */
  readonly outcomes: Counts;
  readonly steps: Counts;
}

/** Rolls sessions back through faults, many at a time, and checks each of them. @throws with the seed and the path there */
export async function runCampaign(
  { services, superuser }: Pick<OwnDatabase, 'services' | 'superuser'>,
  places: OpenPlaces,
  numbers: readonly number[],
): Promise<Campaign> {
  const todo = [...numbers];
  const campaign = { rollbacks: 0, faults: zeros(ALL_KINDS), outcomes: {} as Counts, steps: {} as Counts };
  const breaches: string[] = [];
  const work = async (service: ServiceProcess) => {
    const lane = new Lane(await newOrganization(service));
    for (let number = todo.shift(); number !== undefined; number = todo.shift()) {
      try {
        const found = await rollBackOnce(lane, places, number);
        for (const kind of found.faults) count(campaign.faults, kind);
        for (const outcome of found.outcomes) count(campaign.outcomes, outcome);
        for (const step of found.steps) count(campaign.steps, step);
      } catch (error) {
        const path = lane.network.faults.join('\n  ');
        const at = `FAULTS_SEED=${SEED} FAULTS_ONLY=${number} (${placeOf(number).name})`;
        breaches.push(`${at}: ${(error as Error).message}\n  ${path}`);
      }
      if (++campaign.rollbacks % TOLD_EVERY === 0)
        process.stderr.write(`${campaign.rollbacks} of ${numbers.length} faulted rollbacks\n`);
    }
    await lane.stop();
    await expectAuditedRollbacks(superuser, lane.organization, lane.sessions);
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: LANES_EACH }, () => services)
      .flat()
      .slice(0, numbers.length)
      .map(work),
  );
  if (breaches.length > 0) throw new Error(`${breaches.length} breaches:\n${breaches.slice(0, TOLD).join('\n')}`);
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  return campaign;
}

const zeros = (names: readonly string[]): Counts => Object.fromEntries(names.map((name) => [name, 0]));

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Plays one session and rolls it back, first with faults and again without. */
async function rollBackOnce(lane: Lane, places: OpenPlaces, number: number) {
  const { organization, network, sessions } = lane;
  const { operator } = organization;
  const random = randomOf(`${SEED} ${number}`);
  const place = placeOf(number);
  const subject = places.get(place);
  if (!subject) throw new Error(`${place.name} is not open`);
  network.begin();
  const access = await lane.accessTo(subject);
  await storeCredential(operator, place, access);
  const { session, histories } = await newPlayedSession(organization, place, subject, access, random, turnOf(number));
  sessions.push(session);
  for (const history of histories) await history.applyOtherChange('first');
  const plan = await plannedOf(operator, session);
  const isElsewhere = random.chance(ELSEWHERE);
  if (isElsewhere) await storeCredential(operator, place, { credentials: subject.elsewhere });
  network.follow(isElsewhere ? null : scheduleOf(random, access.wire));
  const meanwhile = actMeanwhile(network, histories, random.integer(isElsewhere ? 1 : MESSAGES[access.wire]));
  const report = await rolledBack(operator, session);
  await meanwhile();
  network.follow(null);
  if (isElsewhere) await storeCredential(operator, place, access);
  const kinds = network.faults.map((line) => ALL_KINDS.find((kind) => line.includes(`: ${kind} (`)) as Kind);
  if (isElsewhere) expectNothingUndone(report, histories);
  else expectPromised(plan, report);
  await expectInvariants(await sessionStateOf(operator, session), place, histories, network.writes, report);
  for (const history of histories) await history.applyOtherChange('second');
  const last = await restoreTheRest(operator, session, place, histories, network, report);
  await expectAllUndone(await sessionStateOf(operator, session), place, histories, last);
  return {
    faults: kinds,
    outcomes: report.results.map(({ outcome }) => outcome),
    steps: [...histories.flatMap(({ scenario }) => stepsOf(scenario)), ...(isElsewhere ? ['elsewhere'] : [])],
  };
}

/**
 * Lets another client act when the message with this number is on the network. Answers what waits for it, and lets it act
 * in the end if there was no such message.
 */
function actMeanwhile(
  network: FaultyNetwork,
  histories: readonly ResourceHistory[],
  message: number,
): () => Promise<unknown> {
  let acted: Promise<unknown> | null = null;
  const act = () => (acted ??= Promise.all(histories.map((history) => history.applyOtherChange('during'))));
  network.meanwhile(message, () => void act().catch(() => undefined));
  return act;
}

/** The actions of the agent and of another client, and the refusals of the provider. */
const stepsOf = ({ calls, otherChange, otherChangeAt }: Scenario): string[] => [
  ...calls.map(({ step, report }) => (report === 'REFUSED' ? 'refused' : step)),
  ...(otherChange ? [`${otherChange} by another`] : []),
  ...(otherChange && otherChangeAt === 'during' ? ['during a rollback'] : []),
];

async function storeCredential(
  operator: Caller,
  { connector }: Place,
  { credentials }: Pick<Access, 'credentials'>,
): Promise<void> {
  const stored = await operator.put(`/settings/credentials/${connector}`, { values: credentials });
  if (stored.status !== 200) throw new Error(`${connector}: ${JSON.stringify(stored.body.error)}`);
}

async function plannedOf(operator: Caller, session: string): Promise<ReadonlyMap<string, string>> {
  const { plan } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
  return new Map((plan as { actionId: string; class: string }[]).map((step) => [step.actionId, step.class]));
}

/** Rolls the session back and waits for the end. @param force calls that are undone without a proof */
export async function rolledBack(operator: Caller, session: string, force: readonly string[] = []): Promise<Report> {
  const order = force.length > 0 ? { force } : undefined;
  const { status, body } = await operator.post(`/sessions/${session}/rollback`, order);
  if (status !== 200) throw new Error(`the rollback was refused: ${JSON.stringify(body.error)}`);
  const until = performance.now() + ENDS_WITHIN_MS;
  let report = body.data;
  while (report.state !== 'finished') {
    if (performance.now() > until) throw new Error(`the rollback does not end: ${JSON.stringify(report)}`);
    await sleep(200);
    report = (await operator.get(`/sessions/${session}/rollback`)).body.data;
  }
  return report;
}

/**
 * Asks again until nothing changes any more, and forces the agent's calls that nothing proves; returns the last report.
 */
async function restoreTheRest(
  operator: Caller,
  session: string,
  place: Place,
  histories: readonly ResourceHistory[],
  { writes }: FaultyNetwork,
  first: Report,
): Promise<Report> {
  const until = performance.now() + RESTORES_WITHIN_MS;
  let report = first;
  for (let told = await sessionStateOf(operator, session); told.displayStatus !== 'REVERTED'; ) {
    const before = JSON.stringify([...told.statuses, ...outcomesOf(report)]);
    report = await rolledBack(operator, session, unprovedOf(report, histories));
    told = await sessionStateOf(operator, session);
    await expectInvariants(told, place, histories, writes, report);
    // A provider is left alone for a while, and a busy machine does not answer in time.
    const isOpen = report.results.some(isTriedAgain);
    if (!isOpen && JSON.stringify([...told.statuses, ...outcomesOf(report)]) === before) break;
    if (performance.now() > until)
      throw new Error(`nothing goes wrong any more, and yet: ${JSON.stringify(report.results)}`);
    if (isOpen) await sleep(BETWEEN_ROLLBACKS_MS);
  }
  return report;
}

/**
 * Returns the calls that were made where no other client did anything: the operator knows that they are the agent's.
 */
function unprovedOf({ results }: Report, histories: readonly ResourceHistory[]): string[] {
  const isAlone = ({ isUntouched, scenario }: ResourceHistory) => isUntouched && scenario.calls[0]?.step !== 'swap';
  const own = histories.filter(isAlone).flatMap(({ played }) => played);
  const isOwn = (id: string) => own.some(({ actionId, isMade }) => isMade && actionId === id);
  return results.filter(({ isUnproved, actionId }) => isUnproved && isOwn(actionId)).map(({ actionId }) => actionId);
}

const outcomesOf = ({ results }: Report) => results.map(({ outcome, detail }) => [outcome, detail]);

/** It failed, or a call without an answer may have made something again, which is looked for later. */
const isTriedAgain = ({ outcome, detail }: Report['results'][number]) =>
  outcome === 'ROLLBACK_FAILED' || (outcome === 'UNKNOWN' && String(detail).includes('did not answer an earlier try'));
