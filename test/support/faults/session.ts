import { isDeepStrictEqual } from 'node:util';
import { type Caller, newSession, type Organization } from '../client.js';
import type { Deed, Place } from './deeds.js';
import type { Random } from './random.js';

const TRIES = 10;

/** A deed that was done, and is to be undone. */
export interface Done {
  readonly deed: Deed;
  readonly actionId: string;
  readonly before: unknown;
  /** Its client died before it could confirm. */
  readonly isUnsettled: boolean;
  readonly tookEffect: boolean;
}

/** A session of an agent with two to four calls at these places; now and then its client dies in the last one. */
export async function newDoneSession(
  { agent }: Organization,
  places: readonly Place[],
  random: Random,
  name: string,
): Promise<{ session: string; done: Done[] }> {
  const session = await newSession(agent);
  const count = 2 + random.integer(2);
  const deeds: Deed[] = [];
  for (let index = 0; index < count; index++)
    deeds.push(...(await random.pick(places).deeds(random, `${name}-${index}`)));
  const dies = random.chance(0.3);
  const tookEffect = random.chance(0.6);
  const done: Done[] = [];
  for (const [index, deed] of deeds.entries()) {
    const before = await deed.state();
    const isUnsettled = dies && index === deeds.length - 1 && deed.isTold;
    const actionId = await logged(agent, session, deed);
    const response = !isUnsettled || tookEffect ? await deed.act() : null;
    if (!isUnsettled) await confirmed(agent, session, actionId, response);
    const changed = !isDeepStrictEqual(await deed.state(), before);
    if (changed !== (!isUnsettled || tookEffect)) throw new Error(`${deed.apiName} did not do what it is here for`);
    done.push({ deed, actionId, before, isUnsettled, tookEffect: changed });
  }
  return { session, done };
}

/** Captured and permitted; a busy machine may need more than one try at the first. */
async function logged(agent: Caller, session: string, { apiName, payload, connector }: Deed): Promise<string> {
  const operationType = connector.operations.find((one) => one.apiName === apiName)?.operationType;
  const path = `/sessions/${session}/actions`;
  for (let tries = 0; tries < TRIES; tries++) {
    const { precaptureId, captureFailed } = (await agent.post(`${path}/precapture`, { apiName, payload })).body.data;
    if (captureFailed) continue;
    const { body } = await agent.post(path, { apiName, operationType, payload, precaptureId });
    if (body.data?.status === 'CLEARED') return body.data.id;
    throw new Error(`${apiName} may not run: ${JSON.stringify(body.error)}`);
  }
  throw new Error(`${apiName} was not captured`);
}

async function confirmed(agent: Caller, session: string, actionId: string, response: unknown): Promise<void> {
  const reported = JSON.parse(JSON.stringify(response ?? null));
  const answer = await agent.patch(`/sessions/${session}/actions/${actionId}`, {
    status: 'SUCCESS',
    response: reported,
  });
  if (answer.status !== 200) throw new Error(`it was not confirmed: ${JSON.stringify(answer.body.error)}`);
}
