import { admit, type Call, type Gate, type Permit } from '../asking/gate.js';
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
  let giveUp: (() => void) | null = null;
  const asking = admit(gate, call, {
    signal,
    ...(held && { held }),
    asked: (actionId, approvalId) => {
      giveUp = () => void gate.giveUp(actionId, approvalId);
      if (signal.aborted) giveUp();
    },
  });
  const aborted = new Promise<never>((_, reject) => {
    const end = () => {
      giveUp?.();
      reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
    asking.catch(() => undefined).finally(() => signal.removeEventListener('abort', end));
  });
  return Promise.race([asking, aborted]);
}
