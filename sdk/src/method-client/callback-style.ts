type Callback = (...args: unknown[]) => unknown;

/**
 * Handles a method whose last argument is a function of unknown purpose. If it is called while the method runs, it is
 * passed on unchanged; if it is called later it is a callback, and its arguments are held until the outcome is
 * recorded. The call has ended with the promise that the method returns, or when it has called back.
 */
export class CallbackStyle {
  #called: unknown[] | null = null;
  #isDelivered = false;

  /** @param isCertain true if the callback is always called, and the method's return value means nothing */
  constructor(
    private readonly callback: Callback,
    private readonly isCertain = false,
  ) {}

  run(call: (args: readonly unknown[]) => unknown, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isRunning = true;
      this.#called = null;
      const complete = (given: unknown[]) => {
        this.#called ??= given;
        const [first, second] = given;
        if (first instanceof Error) reject(first);
        else if (first === null || first === undefined) resolve(given.length > 2 ? given.slice(1) : second);
        else resolve(given.length > 1 ? given : first);
      };
      const own = (...given: unknown[]) => {
        if (!isRunning && !this.#isDelivered) return complete(given);
        this.#isDelivered = true;
        if (isRunning) complete(given);
        return this.callback(...given);
      };
      const returned = call([...args, own]);
      isRunning = false;
      if (this.isCertain) return;
      if (isThenable(returned)) returned.then(resolve, reject);
      else if (returned !== undefined) resolve(returned);
    });
  }

  /** Runs outside of the promise chain: an error that the callback throws is its own. */
  succeed(value: unknown): void {
    this.#deliver(this.#called ?? [null, value]);
  }

  fail(error: unknown): void {
    this.#deliver(this.#called ?? [error]);
  }

  #deliver(given: unknown[]): void {
    if (this.#isDelivered) return;
    this.#isDelivered = true;
    process.nextTick(this.callback, ...given);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
