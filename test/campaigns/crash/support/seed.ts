import { setTimeout as sleep } from 'node:timers/promises';
import { newSession, type Organization } from '../../../support/client.js';
import { patience } from '../../../support/patience.mjs';
import { type Random, randomOf } from '../../../support/random.mjs';
import { expectInvariants } from '../../races/support/invariants.js';
import type { Effect, Notes } from '../../races/support/notes.js';
import { type Fault, faultsOf, told } from './faults.js';
import { type Acknowledged, type Decided, expectCrashInvariants } from './invariants.js';
import { Patient } from './patient.js';
import { drawPerformed, expectPerformed, performPatiently, preparePerformed } from './performed.js';
import type { Stage } from './stage.js';

const ROLLBACKS = 3;
const ENDS_WITHIN_MS = patience(18_000);
const CAPTURES = 20;

/** The results of one seed. */
export interface Played {
  readonly faults: readonly Fault[];
  readonly outcomes: readonly string[];
}

/** `performing`: its agents have no credential, and the service makes their calls. */
export interface Organizations {
  readonly organization: Organization;
  readonly performing: Organization;
}

interface Cast extends Organizations {
  readonly stage: Stage;
  readonly notes: Notes;
  readonly agent: Patient;
  readonly operator: Patient;
  readonly random: Random;
}

/** Plays one seed on a stage where all is up, and leaves it so. @throws with the seed and what went wrong in it */
export async function playSeed(
  stage: Stage,
  notes: Notes,
  organizations: Organizations,
  seed: string,
): Promise<Played> {
  const random = randomOf(seed);
  const faults = faultsOf(random);
  try {
    const services = [stage.first, stage.second];
    const { organization, performing } = organizations;
    const [agent, operator, ...others] = [organization, performing].flatMap((one) =>
      [one.agent, one.operator].map(({ credential }) => new Patient(services, credential ?? '')),
    ) as [Patient, Patient, Patient, Patient];
    const outcome = await play({ stage, notes, ...organizations, agent, operator, random }, others, faults);
    const failures = [agent, operator, ...others].flatMap((one) => one.failures);
    if (failures.length > 0) throw new Error(`answered with a failure: ${failures.join('; ')}`);
    return { ...outcome, faults };
  } catch (error) {
    const words = `${(error as Error).message}\n${stage.complaints}`;
    throw new Error(`CRASH_SEED=${seed} (${told(faults)}): ${words}`, { cause: error });
  }
}

async function play(
  cast: Cast,
  [performingAgent, performingOperator]: readonly [Patient, Patient],
  faults: readonly Fault[],
): Promise<Omit<Played, 'faults'>> {
  const { stage, notes, organization, performing, random } = cast;
  const prepared: Acknowledged[] = [];
  for (let count = 0; count < ROLLBACKS; count++) prepared.push(await changed(cast, 2 + random.integer(3)));
  const gated = await gatedCalls(organization);
  // Drawn before anything runs at the same time, so that a seed is always the same.
  const delays = Array.from({ length: ROLLBACKS + 1 }, () => random.integer(2_000));
  const steps = 2 + random.integer(3);
  const performedCalls = await preparePerformed(performing, drawPerformed(random));
  const performedAfterMs = random.integer(2_000);

  const suffering = stage.suffer(faults);
  const rollbacks = prepared.map(async ({ session }, index) => {
    await sleep(delays[index]);
    await rolledBack(cast.operator, session);
  });
  const logging = logged(cast, steps).then(async (made) => {
    await rolledBack(cast.operator, made.session);
    return made;
  });
  const deciding = sleep(delays.at(-1)).then(() => decided(cast.operator, gated));
  const asking = sleep(performedAfterMs).then(() => performPatiently(performingAgent, performedCalls));
  // All of these end, whatever fails, before another seed begins.
  await Promise.allSettled([suffering, logging, deciding, asking, ...rollbacks]);
  await Promise.all([suffering, ...rollbacks]);
  const [made, decisions, actions] = await Promise.all([logging, deciding, asking]);
  const outcomes = await expectCrashInvariants(stage.rows, notes, organization, [...prepared, made], decisions);
  const patients = { agent: performingAgent, operator: performingOperator };
  outcomes.push(...(await expectPerformed(patients, performedCalls, actions)));
  await expectInvariants(performing, [performedCalls.session], false, stage.rows);
  return { outcomes };
}

/** A session of so many confirmed changes, made while all is well; the last may lack its confirmation. */
async function changed({ organization, notes, random }: Cast, count: number): Promise<Acknowledged> {
  const session = await newSession(organization.agent);
  const effects: Effect[] = [];
  for (let index = 0; index < count; index++) {
    const isOpen = index === count - 1 && random.chance(0.3);
    effects.push(await notes.change(organization, session, isOpen ? 'CLEARED' : 'SUCCESS'));
  }
  return { session, effects };
}

/** The same, made while things go wrong: asked for, carried out and confirmed, each of them patiently. */
async function logged({ agent, notes }: Cast, count: number): Promise<Acknowledged> {
  const session = (await agent.post('/sessions', { agentId: 'patient', intent: 'look after notes' })).data.id;
  const path = `/sessions/${session}/actions`;
  const effects: Effect[] = [];
  for (let index = 0; index < count; index++) {
    const note = await notes.add();
    const payload = { table: 'notes', match: { id: note }, values: { text: 'after' } };
    const update = { apiName: 'postgres.rows.update', payload };
    const precaptureId = await captured(agent, path, update);
    const { data } = await agent.post(path, { ...update, operationType: 'UPDATE', precaptureId });
    await notes.set(note, 'after');
    const confirmed = await agent.patch(`${path}/${data.id}`, { status: 'SUCCESS' });
    if (confirmed.status !== 200) throw new Error(`it was not confirmed: ${JSON.stringify(confirmed)}`);
    effects.push({ note, action: data.id });
  }
  return { session, effects };
}

async function captured(agent: Patient, path: string, update: object): Promise<string> {
  for (let tries = 1; ; tries++) {
    const { data } = await agent.post(`${path}/precapture`, update);
    if (data && !data.captureFailed) return data.precaptureId;
    if (tries === CAPTURES) throw new Error('it was never captured');
    await sleep(100);
  }
}

/** Rolled back once to its end, and again where something remains. */
async function rolledBack(operator: Patient, session: string): Promise<void> {
  const path = `/sessions/${session}/rollback`;
  const until = performance.now() + ENDS_WITHIN_MS;
  for (let tries = 1; ; tries++) {
    // A call whose confirmation was lost has no proof: the operator's order undoes it.
    const asked = await operator.post(path, { onConflict: 'force' });
    // A refusal means that this very rollback has run and its answer was lost.
    if (asked.status !== 200 && asked.status !== 409) throw new Error(`it was refused: ${JSON.stringify(asked)}`);
    let { data } = await operator.get(path);
    while (data.state === 'running') {
      if (performance.now() > until) throw new Error(`it does not end: ${JSON.stringify(data)}`);
      await sleep(100);
      ({ data } = await operator.get(path));
    }
    if (data.displayStatus === 'REVERTED' || tries === 3) return;
    await sleep(1_000);
  }
}

async function gatedCalls({ agent }: Organization): Promise<{ session: string; approvals: string[] }> {
  const session = await newSession(agent);
  const approvals: string[] = [];
  for (let count = 0; count < 3; count++) {
    const call = {
      apiName: 'crm.notes.update',
      operationType: 'UPDATE',
      payload: { count },
      status: 'PENDING_APPROVAL',
    };
    approvals.push((await agent.post(`/sessions/${session}/actions`, call)).body.data.approval.id);
  }
  return { session, approvals };
}

/** Each approval is decided both ways at the same time. */
async function decided(
  operator: Patient,
  { session, approvals }: { session: string; approvals: readonly string[] },
): Promise<Decided> {
  const decisions = await Promise.all(
    approvals.map(async (id) => {
      const answers = await Promise.all([
        operator.post(`/approvals/${id}/approve`, {}),
        operator.post(`/approvals/${id}/reject`, { reason: 'no' }),
      ]);
      const won = answers.map(({ status }) => status === 200);
      if (won[0] === won[1]) throw new Error(`not one decision won: ${JSON.stringify(answers)}`);
      return { id, status: won[0] ? 'APPROVED' : 'REJECTED' };
    }),
  );
  return { session, decisions };
}
