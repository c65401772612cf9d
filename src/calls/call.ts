import type { Perform } from '../actions/rules/action-state.js';
import type { CallOutcome, Capture, Json, JsonObject } from '../connectors/connector.js';
import type { ProbedOutcome } from '../connectors/proof/proof.js';

/** The reasons why a call does not begin. After `resource-changed` it waits for a person again. */
export type Reason =
  | 'cancelled'
  | 'rolled-back'
  | 'agent-paused'
  | 'purged'
  | 'operation-not-offered'
  | 'session-closed'
  | 'resource-changed';

/** A call that has not begun or that runs, with its place in its session. */
export interface OpenCall {
  readonly id: string;
  readonly state: 'queued' | 'running';
  readonly sequence: number;
}

/** The result of a call that is over, as it is stored. */
export interface Ended {
  readonly outcome: Perform['outcome'];
  readonly response: Json;
  readonly capture: Capture | null;
}

/** The facts that may prevent a call from beginning. */
interface Beginning {
  readonly isRolled: boolean;
  readonly isCompleted: boolean;
  readonly isPaused: boolean;
  readonly isOffered: boolean;
}

export function reasonNotToBegin({ isRolled, isCompleted, isPaused, isOffered }: Beginning): Reason | null {
  if (isRolled) return 'rolled-back';
  if (isCompleted) return 'session-closed';
  if (isPaused) return 'agent-paused';
  return isOffered ? null : 'operation-not-offered';
}

/** The result in a session of a test key: no provider is called. */
export const SIMULATED: Ended = { outcome: 'SUCCESS', response: { simulated: true }, capture: null };

/** The result when no evidence shows the outcome: there is no answer of the provider that an undo could read. */
export const LOST: Ended = { outcome: 'UNKNOWN', response: null, capture: null };

/** Null when only a read of the resource may show the outcome. */
export function endedBy(outcome: CallOutcome): Ended | null {
  switch (outcome.outcome) {
    case 'done':
      return { outcome: 'SUCCESS', response: outcome.response, capture: outcome.capture };
    case 'refused':
      return notDone(outcome.refusal);
    case 'never':
      return notDone({ message: 'The call never reached its provider.' });
    case 'again':
    case 'lost':
    case 'open':
      return null;
    default:
      return outcome satisfies never;
  }
}

/** A refusal is an answer: there is no effect to look for. */
export const notDone = (refusal: JsonObject): Ended => ({ outcome: 'FAILED', response: { refusal }, capture: null });

/**
 * The result of a call whose answer was lost, from a read of the resource. Equal values are no proof, so they leave it
 * unknown, and so does a resource that is as before while the request may still arrive.
 */
export function endedAsSeen({ happened }: ProbedOutcome, capture: Capture | null, mayArrive: boolean): Ended {
  const isNotDone = happened === false && !mayArrive;
  const outcome = happened === true ? 'SUCCESS' : isNotDone ? 'FAILED' : 'UNKNOWN';
  return { outcome, response: null, capture };
}

/** A refusal with one of these says nothing of an earlier sending: the credential has changed, or that sending runs. */
const OF_THIS_SENDING = [401, 403, 409];

/** True when the provider's answer to a repeated sending is also the answer to the earlier ones under the same key. */
export const isOfTheKey = (outcome: CallOutcome): boolean =>
  outcome.outcome !== 'refused' || !OF_THIS_SENDING.includes(Number(outcome.refusal.status));
