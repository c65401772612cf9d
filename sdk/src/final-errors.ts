import { BackstopError } from './errors.js';

/** The class of errors that a queue does not run a job again for. */
type FinalError = new (message: string) => Error;

/**
 * Returns the same handler, whose refusals by Backstop are final for the queue: a job that a policy blocked or a person
 * rejected would be refused each time. Errors with `isRetryable`, and all errors that are none of Backstop, stay as they
 * are. The error of Backstop is the `cause`.
 * @example new Worker('mail', finalErrors(UnrecoverableError, async (job) => send(job.data)), { connection });
 */
export function finalErrors<A extends unknown[], R>(
  Final: FinalError,
  handler: (...args: A) => R | Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      if (!(error instanceof BackstopError) || error.isRetryable) throw error;
      const final = new Final(error.message);
      throw Object.assign(final, { cause: error });
    }
  };
}
