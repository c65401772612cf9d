/** Waits between attempts in milliseconds: brief, because an agent's call is held meanwhile. */
const REQUEST_DELAYS_MS: readonly number[] = [150, 500, 1200];
/** A rate limit is waited for when the service asks for no more than this. */
const LONGEST_RATE_LIMIT_SECONDS = 10;

export interface Failure {
  /** True if there was no answer, or one that says nothing about the request. */
  readonly unavailable: boolean;
  readonly retryAfterSeconds: number | null;
}

/** Milliseconds until attempt number `attempt` (from 1) is repeated, or null when it is not. */
export function retryDelayMs(failure: Failure, attempt: number): number | null {
  const delay = REQUEST_DELAYS_MS[attempt - 1];
  if (delay === undefined) return null;
  const asked = failure.retryAfterSeconds;
  if (asked !== null) return asked <= LONGEST_RATE_LIMIT_SECONDS ? Math.max(delay, asked * 1000) : null;
  return failure.unavailable ? delay : null;
}

/** Milliseconds before delivery number `attempt` (from 1) of a confirmation is repeated, growing to half a minute. */
export function redeliveryDelayMs(attempt: number): number {
  return Math.min(30_000, 500 * 2 ** (attempt - 1));
}
