import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderUnavailableError } from '../connectors/connector.js';

/** Waits between tries at a provider that cannot be reached. */
const BACKOFF_MS = [250, 1_000, 3_000];

interface Tries {
  /** Runs before each try. */
  readonly prepare: () => Promise<unknown>;
  /**
   * True when the work may be tried again. Without this function, it may whenever the provider could not be reached.
   */
  readonly mayRepeat?: (error: ProviderUnavailableError) => boolean;
  /** Aborted when no further try may begin. */
  readonly stopped: AbortSignal;
}

/**
 * Tries again, a few times, when a provider could not be reached.
 * @throws the error of the last try
 */
export async function retryUnreachable<T>(call: () => Promise<T>, { prepare, mayRepeat, stopped }: Tries): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    await prepare();
    try {
      return await call();
    } catch (error) {
      const wait = BACKOFF_MS[attempt];
      if (!(error instanceof ProviderUnavailableError) || wait === undefined || stopped.aborted) throw error;
      if (mayRepeat?.(error) === false) throw error;
      await sleep(Math.max(wait, error.retryAfterMs ?? 0), undefined, { signal: stopped }).catch(() => {
        throw error;
      });
    }
  }
}
