import { ApprovalTimeoutError } from '../errors.js';

/**
 * The end of what waits for permission on a connection: at once where the program destroys it, and after `holdLocksMs`
 * where the program has left it, because others wait for the connection.
 */
export class Departure {
  #ending = new AbortController();

  constructor(private readonly longestMs: number) {}

  /** Aborts what waits for permission. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  destroy(reason: Error): void {
    this.#ending.abort(reason);
  }

  /** @param over resolves when the connection has no calls any more */
  leave(over: Promise<unknown>): void {
    let isLeftBehind = false;
    const timer = setTimeout(() => {
      isLeftBehind = true;
      this.#ending.abort(leftBehind(this.longestMs));
    }, this.longestMs);
    const end = () => {
      clearTimeout(timer);
      // The next user of the connection waits as anyone does.
      if (isLeftBehind) this.#ending = new AbortController();
    };
    over.then(end, end);
  }
}

const leftBehind = (longestMs: number): ApprovalTimeoutError =>
  new ApprovalTimeoutError(
    `The call waited for a person, and its connection was released or ended: others wait for it, so the wait ended after ${Math.round(longestMs / 1000)} s ` +
      '(holdLocksMs). It did not run. Await the call before you release its connection.',
    { code: 'approval-timeout' },
  );
