import { deferred } from './deferred.js';

export interface Turn {
  /** Ends when every earlier turn has ended. */
  readonly before: Promise<unknown>;
  end(): void;
}

/** Asks for calls immediately, and runs them in the order in which they were made. */
export class Turns {
  #tail: Promise<unknown> = Promise.resolve();

  take(): Turn {
    const own = deferred<void>();
    const before = this.#tail;
    this.#tail = Promise.all([before, own.promise]);
    return { before, end: () => own.resolve() };
  }
}
