import { setTimeout as delay } from 'node:timers/promises';

/** The answer of `work`, if it comes in time. @throws Error `timed out` */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = delay(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error('timed out');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
    late.catch(() => undefined);
  }
}

const CLOSES_WITHIN_MS = 500;

/** Waits for a connection to close, but not for long; it may be gone already. */
export async function closing(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), delay(CLOSES_WITHIN_MS, undefined, { ref: false })]);
}
