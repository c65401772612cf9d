/** The state of a call that its caller may give up. */
export interface Attempt {
  /** Given up before it ran: it will not run any more. */
  begin(): void;
  /**
   * Returns the result of `call`, but stops waiting with the signal. The tool itself must end work that already runs.
   */
  readonly result: <T>(call: Promise<T>) => Promise<T>;
}

export function attempt(signal: AbortSignal | undefined): Attempt {
  let isRunning = false;
  return {
    begin: () => {
      signal?.throwIfAborted();
      isRunning = true;
    },
    result: <T>(call: Promise<T>) => {
      if (!signal) return call;
      return new Promise<T>((resolve, reject) => {
        const stop = () => {
          if (!isRunning) reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
        call.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
      });
    },
  };
}
