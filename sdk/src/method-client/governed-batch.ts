import type { Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { UngovernedCallError } from '../errors.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { governedCall } from './governed-call.js';
import { currentRepeats, type Repeats } from './repeats.js';
import type { Signature } from './signature.js';

export interface BatchedCall {
  readonly operation: Operation;
  readonly signature: Signature;
  readonly mayDo?: readonly string[];
  /** Counts in `repeats` how often the client sends the call again. */
  counting?(repeats: Repeats): void;
  /** The call's own part of the answer to all. @throws the error that the provider answered to it */
  answer(all: unknown): unknown;
}

export interface Batch {
  readonly calls: readonly BatchedCall[];
  /** The answer to all where nothing may really be sent. @param values of the calls, in their order */
  simulated(values: readonly unknown[]): unknown;
}

const UNSENT =
  'Nothing of it was sent, because another command of the same pipeline or transaction was not let through.';

/**
 * Runs calls that are sent together: each is asked for, in their order, and they are sent only if all are permitted.
 * The outcomes are reported in the same order.
 * @throws BackstopError when one was not permitted; nothing is sent then
 */
export async function governedBatch(
  { calls, simulated }: Batch,
  send: () => Promise<unknown>,
  gate: Gate,
  settings: WrapSettings,
): Promise<unknown> {
  const sending = deferred<unknown>();
  const running: Promise<unknown>[] = [];
  let isReal = false;
  const once = { ...settings, retries: () => false };
  try {
    for (const { operation, signature, mayDo = [], counting, answer } of calls) {
      const admitted = deferred<void>();
      const earlier = running.at(-1);
      const call = async () => {
        const repeats = currentRepeats();
        if (repeats) counting?.(repeats);
        admitted.resolve();
        const all = await sending.promise;
        await earlier?.catch(() => undefined);
        return answer(all);
      };
      const run = governedCall({ operation, signature, mayDo, args: [], call }, gate, once);
      running.push(run);
      run.then(() => admitted.resolve(), admitted.reject);
      await admitted.promise;
      isReal ||= !(await isOver(run));
    }
  } catch (error) {
    sending.reject(new UngovernedCallError(UNSENT));
    await Promise.allSettled(running);
    throw error;
  }
  if (!isReal) return simulated(await Promise.all(running));
  const sent = send();
  sent.then(sending.resolve, sending.reject);
  // The outcome of a single call is in the answer to all.
  await Promise.allSettled(running);
  return sent;
}

/** Tells whether a call has ended before anything was sent: it was simulated. */
function isOver(run: Promise<unknown>): Promise<boolean> {
  return Promise.race([run.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both as [typeof resolve, typeof reject];
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
