import { AsyncLocalStorage } from 'node:async_hooks';
import { ApprovedPayloadError } from '../errors.js';
import { canonicalJson, payloadHash } from '../wire/canonical-json.js';
import type { ActionRecord } from '../wire/wire.js';
import type { Call } from './gate.js';

/** A call that was asked for before, and with which a piece of code goes on. */
interface Resumed {
  readonly sessionId: string;
  readonly action: ActionRecord;
  isTaken: boolean;
}

/** The context under which the governed calls of a piece of code are asked for. */
interface AskedAs {
  readonly resumed?: Resumed;
  /** The key of the code, and how many calls of each name it has made. */
  readonly once?: { readonly key: string; readonly made: Map<string, number> };
}

const scopes = new AsyncLocalStorage<AskedAs>();

/**
 * Runs code that makes a call which was asked for before.
 * @throws ApprovedPayloadError when it ends without having made that call
 */
export async function resuming<T>(sessionId: string, action: ActionRecord, run: () => T | Promise<T>): Promise<T> {
  const resumed: Resumed = { sessionId, action, isTaken: false };
  const value = await scopes.run({ ...scopes.getStore(), resumed }, async () => run());
  if (resumed.isTaken) return value;
  throw new ApprovedPayloadError(`the function made no governed call ${action.apiName}.`);
}

/**
 * Runs code whose calls keep their names in every process that runs it: asked again, they find what they found before. The
 * result is awaited inside, because a client may send a call only once it is awaited.
 */
export function askingOnce<T>(key: string, run: () => T | Promise<T>): Promise<T> {
  return scopes.run({ ...scopes.getStore(), once: { key, made: new Map() } }, async () => run());
}

/**
 * Returns the action that this call goes on with, once; null for any other call.
 * @throws ApprovedPayloadError for a call of the same name with other arguments
 */
export function resumedBy({ apiName, payload }: Call, sessionId: string): ActionRecord | null {
  const resumed = scopes.getStore()?.resumed;
  if (!resumed || resumed.isTaken || resumed.sessionId !== sessionId || resumed.action.apiName !== apiName) return null;
  const { action } = resumed;
  // Redacted arguments cannot be compared here; the hash that the approval has of them is, when the call begins.
  const isComparable = action.redacted.length === 0;
  if (isComparable && canonicalJson(action.originalPayload ?? action.payload) !== canonicalJson(payload))
    throw new ApprovedPayloadError(`${apiName} was asked for with other arguments (action ${action.id}).`);
  return action;
}

/** The call goes on with its action: another one of the same name is a call of its own. */
export function takeResumed(): void {
  const resumed = scopes.getStore()?.resumed;
  if (resumed) resumed.isTaken = true;
}

/** The key under which this call is asked for; null where none was chosen. Each call of the same name has its own. */
export function keyOf({ apiName }: Pick<Call, 'apiName'>): string | null {
  const once = scopes.getStore()?.once;
  if (!once) return null;
  const index = (once.made.get(apiName) ?? 0) + 1;
  once.made.set(apiName, index);
  return payloadHash({ key: once.key, apiName, index });
}
