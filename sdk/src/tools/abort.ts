/** Where a call is that may be given up by its caller. */
export interface Attempt {
  /** Given up before it ran: it will not run any more. */
  begin(): void;
  /** As `call`, but for the wait: that ends with the signal. What runs already is the tool's own to end. */
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
