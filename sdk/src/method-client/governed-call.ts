import { isLost } from '../asking/failure.js';
import type { AgentConnection, Call, Edit, Gate, Permit } from '../asking/gate.js';
import { SentAgainError } from '../asking/sent-again.js';
import type { WrapSettings } from '../asking/settings.js';
import { ApprovalTimeoutError, ApprovedPayloadError, BackstopError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { canonicalJson } from '../wire/canonical-json.js';
import type { Lane } from '../wrapping/lane.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { admitUnlessAborted, signalIn } from './abort.js';
import { retrying } from './call-retry.js';
import { copied } from './recording/copied.js';
import { rebuild } from './recording/rebuild.js';
import { holdsStream, record, recordObject } from './recording/recorded.js';
import { countingRepeats, Repeats } from './repeats.js';
import type { Parameters, Signature } from './signature.js';

/** It is not known whether the effect of a call has stayed, so its outcome is not reported. */
export const UNREPORTED = Symbol('unreported');

/** The connection's view of a call that has run. */
export interface Staying {
  /**
   * Resolves when it is certain that the effect will stay, with its answer if that came late, or rejects with `UNTOLD`;
   * null if it stays immediately.
   */
  readonly ended: Promise<unknown> | null;
  /** Reports the outcomes of one connection one after another. */
  readonly reports: Lane;
}

/** The locks of a transaction while a call in it waits for a person. */
export interface Locks {
  areHeld(): boolean;
  /** Rolls the transaction back, and lets nothing else run in it. */
  release(): void;
}

export interface GovernedCall {
  readonly operation: Operation;
  readonly signature: Signature;
  readonly args: readonly unknown[];
  /** Full names of other operations that it may do as well. */
  readonly mayDo?: readonly string[];
  readonly toolCallId?: string | undefined;
  /** Asks the connection on which the call is sent for its identity; null if it gives none. */
  connection?(): Promise<AgentConnection | null>;
  /**
   * The client's own method. @param actionId under which the service knows the call @param edit what an operator
   * changed of the arguments
   */
  call(args: readonly unknown[], actionId: string, edit: Edit | null): unknown;
  stays?(value: unknown): Staying | null;
  readonly locks?: Locks;
  /** Ends the call while it is asked for. Left out: the signal among the arguments. */
  readonly signal?: AbortSignal;
  /** Called when the call waits for a person. */
  held?(): void;
}

/** Runs a call of a client's method as `governedCall` does; a refusal names the call. */
export async function governedMethod(governed: GovernedCall, gate: Gate, settings: WrapSettings): Promise<unknown> {
  try {
    return await governedCall(governed, gate, settings);
  } catch (error) {
    if (error instanceof ApprovalTimeoutError && governed.locks?.areHeld()) governed.locks.release();
    throw error instanceof BackstopError ? error.about(governed.operation.apiName) : error;
  }
}

/**
 * Asks, waits, runs exactly the permitted call, reports the outcome. The payload holds the arguments as they are at the
 * time of the call.
 * @throws BackstopError when the call did not run; otherwise the client's own error, unchanged
 */
export async function governedCall(governed: GovernedCall, gate: Gate, settings: WrapSettings): Promise<unknown> {
  const { operation, signature } = governed;
  const args = signature.copies ? governed.args.map((arg) => copied(arg)) : governed.args;
  const parameters = signature.read(args);
  const isRedacted = (path: readonly string[]) => settings.isRedacted(path) || signature.isSecret?.(path) === true;
  const asked = recordObject(parameters, isRedacted);
  const { apiName, operationType } = operation;
  const { mayDo = [], toolCallId } = governed;
  const connection = gate.needsPrecapture(apiName) ? await governed.connection?.() : null;
  const holdsLocks = governed.locks?.areHeld() === true;
  const call = {
    apiName,
    operationType,
    payload: asked.json,
    mayDo,
    toolCallId,
    ...(holdsLocks && { holdsLocks }),
    ...(connection && { connection }),
  };
  const permit = await admitted(call, governed.signal ?? signalIn(args));
  if (permit.simulated) return simulated(governed, permit);
  const isIdempotent = signature.isIdempotent?.(permit.payload) ?? !/^(CREATE|EXECUTE)$/.test(operationType);
  let value: unknown;
  let mayHaveRun = false;
  const repeats = new Repeats();
  try {
    const edited = permittedArguments(permit.payload);
    // A stream is gone once it was sent.
    const isRepeatable = !holdsStream(asked) && signature.isRepeatable?.(edited) !== false;
    const retries = settings.retries(apiName) && isRepeatable;
    const permitted = retries && signature.keyed ? signature.keyed(edited, permit.actionId) : edited;
    const attempt = async () => {
      try {
        return await countingRepeats(repeats, () => governed.call(permitted, permit.actionId, permit.edit));
      } catch (error) {
        mayHaveRun ||= isLost(error);
        throw error;
      }
    };
    value = await (retries ? retrying(attempt, signature.keyed !== undefined) : attempt());
  } catch (error) {
    await permit.fail(error, mayHaveRun || repeats.count > 0);
    throw error;
  }
  const responseTo = (answer: unknown) =>
    record(signature.response ? signature.response(answer, repeats.date) : answer, settings.isRedacted).json;
  const response = responseTo(value);
  const succeed = (answer?: unknown) => {
    const reported = answer === undefined ? response : responseTo(answer);
    if (repeats.count > 0 && !isIdempotent) return permit.fail(new SentAgainError(repeats.count, reported), true);
    return permit.succeed(reported);
  };
  const { ended = null, reports: reported } = governed.stays?.(value) ?? {};
  // The caller that waits for this call is the one that ends the transaction.
  if (ended && reported) void reported.run(atTheEnd(ended, succeed, (error) => permit.fail(error)));
  else await (reported ? reported.run(succeed) : succeed());
  return value;

  async function admitted(asking: Call, signal: AbortSignal | null): Promise<Permit> {
    try {
      return await admitUnlessAborted(gate, asking, signal, governed.held);
    } catch (error) {
      if (!signature.abortError || !signal?.aborted || error !== signal.reason) throw error;
      throw await signature.abortError(args, error, (own) => governed.call(own, '', null));
    }
  }

  function permittedArguments(approved: JsonObject): readonly unknown[] {
    // The caller's own objects are run; later changes of them were not approved.
    const now = recordObject(signature.read(args), isRedacted);
    if (canonicalJson(now.json) !== canonicalJson(asked.json)) {
      throw new ApprovedPayloadError('the arguments were changed after the call was made.');
    }
    if (canonicalJson(approved) === canonicalJson(asked.json)) return args;
    return signature.write(rebuild(parameters, asked, approved) as Parameters, args);
  }
}

/**
 * Takes its place in the queue before the call it waits for has ended, so that calls are reported in the order in which
 * they ran.
 */
function atTheEnd(
  ended: Promise<unknown>,
  succeed: (answer: unknown) => Promise<void>,
  fail: (error: unknown) => Promise<void>,
): () => Promise<void> {
  const outcome = ended.then(
    (answer) => () => succeed(answer),
    (error) => async () => (error === UNREPORTED ? undefined : fail(error)),
  );
  return async () => (await outcome)();
}

async function simulated({ operation, signature }: GovernedCall, permit: Permit): Promise<unknown> {
  const { actionId, payload } = permit;
  const value = signature.simulate({ path: operation.path, payload, actionId });
  await permit.succeed(record(signature.response ? signature.response(value, null) : value).json);
  return value;
}
