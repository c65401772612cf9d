import { AsyncLocalStorage } from 'node:async_hooks';
import { codesOf, NOT_SENT } from '../asking/error-facts.js';

/** Sends a request once more and returns the client's answer. @param statusOf the HTTP status of an answer */
export type CountedSend = <T>(send: () => Promise<T>, statusOf: (answer: T) => number) => Promise<T>;

/** Counts how often a client sent one call again after an attempt that may have taken effect. */
export class Repeats {
  #count = 0;
  #only = this.request();
  /** The `Date` of the provider's last answer; null where the transport does not show it. */
  date: string | null = null;

  get count(): number {
    return this.#count;
  }

  /** The request of a call that sends only one. */
  get only(): CountedSend {
    return this.#only;
  }

  /** `wrap()` itself begins the call anew, which it does only where that is safe. */
  begin(): void {
    this.#only = this.request();
  }

  /** Notes that the client has sent the call again while the outcome of the attempt before is not known. */
  add(): void {
    this.#count += 1;
  }

  /** Counts one request of the call: each use after the first that may have taken effect is a repeat. */
  request(): CountedSend {
    let mayHaveRun = false;
    return async (send, statusOf) => {
      if (mayHaveRun) this.add();
      try {
        const answer = await send();
        const status = statusOf(answer);
        mayHaveRun ||= status === 408 || status >= 500;
        return answer;
      } catch (error) {
        mayHaveRun ||= !codesOf(error).some((code) => NOT_SENT.has(code));
        throw error;
      }
    };
  }

  /** Counts one request of the call, through this transport. */
  counting(fetch: Fetch): Fetch {
    const sending = this.request();
    return (...request) => sending(() => fetch(...request), statusOf);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any function that has the shape of fetch
export type Fetch = (...request: any[]) => Promise<{ readonly status: number }>;

const statusOf = ({ status }: { readonly status: number }) => status;

const calls = new AsyncLocalStorage<Repeats>();

/** Runs one call of a client; its transport counts in `repeats`. */
export function countingRepeats<T>(repeats: Repeats, call: () => T): T {
  repeats.begin();
  return calls.run(repeats, call);
}

/** Returns the counter of the governed call that runs right now. */
export const currentRepeats = (): Repeats | undefined => calls.getStore();
