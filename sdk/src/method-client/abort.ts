import { outcomeOfFailure } from '../asking/failure.js';
import { admit, type Call, type Gate, type Permit } from '../asking/gate.js';
import { BackstopError } from '../errors.js';
import { objectOf } from './one-parameter.js';

/** The signal with which the caller can end a call, where the arguments have one. */
export function signalIn(args: readonly unknown[]): AbortSignal | null {
  for (const arg of args.flat()) {
    const { signal, abortSignal, request } = objectOf(arg);
    for (const one of [signal, abortSignal, objectOf(request).signal]) if (one instanceof AbortSignal) return one;
  }
  return null;
}

/**
 * Waits as `admit` does. A caller who ends the call meanwhile gets an answer immediately, and the service learns that
 * the call did not run.
 */
export async function admitUnlessAborted(
  gate: Gate,
  call: Call,
  signal: AbortSignal | null,
  held?: () => void,
): Promise<Permit> {
  if (signal === null) return admit(gate, call, { ...(held && { held }) });
  signal.throwIfAborted();
  let actionId: string | null = null;
  const asking = admit(gate, call, {
    signal,
    ...(held && { held }),
    asked: (id) => {
      actionId = id;
      if (signal.aborted) void notRun(gate, id);
    },
  });
  const aborted = new Promise<never>((_, reject) => {
    const end = () => {
      if (actionId !== null) void notRun(gate, actionId);
      reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
    asking.catch(() => undefined).finally(() => signal.removeEventListener('abort', end));
  });
  return Promise.race([asking, aborted]);
}

function notRun(gate: Gate, actionId: string): Promise<void> {
  const error = new BackstopError('The caller ended the call before it ran.', { code: 'aborted', actionId });
  return gate.confirm(actionId, outcomeOfFailure(error)).catch(() => undefined);
}
