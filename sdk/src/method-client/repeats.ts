import { AsyncLocalStorage } from 'node:async_hooks';
import { codesOf, NOT_SENT } from '../asking/error-facts.js';

/** How often a client sent one call again after a try that may have taken effect. */
export class Repeats {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** One request of the call, through this transport: each use after the first that may have taken effect is a repeat. */
  counting(fetch: Fetch): Fetch {
    let mayHaveRun = false;
    return async (...request) => {
      if (mayHaveRun) this.#count += 1;
      try {
        const answer = await fetch(...request);
        mayHaveRun ||= answer.status === 408 || answer.status >= 500;
        return answer;
      } catch (error) {
        mayHaveRun ||= !codesOf(error).some((code) => NOT_SENT.has(code));
        throw error;
      }
    };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any function that has the shape of fetch
export type Fetch = (...request: any[]) => Promise<{ readonly status: number }>;

const calls = new AsyncLocalStorage<Repeats>();

/** Runs one call of a client; its transport counts in `repeats`. */
export function countingRepeats<T>(repeats: Repeats, call: () => T): T {
  return calls.run(repeats, call);
}

/** Of the governed call that runs right now. */
export const currentRepeats = (): Repeats | undefined => calls.getStore();

/** The client sent a call again by itself, and the provider may have carried it out each time. */
export class SentAgainError extends Error {
  override readonly name = 'SentAgainError';

  constructor(repeats: number) {
    super(
      `The client sent the call ${repeats + 1} times, because the provider did not say what became of it. It may have taken effect as often.`,
    );
  }
}
