import { backoff } from '../../platform/due-work/backoff.js';

/** A delivery is given up after that many attempts, some twenty hours. */
export const MOST_ATTEMPTS = 10;

const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 6 * 3_600;
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3_600;
const LONG_FAILURE_MS = 3 * 24 * 3_600_000;

/**
 * Seconds until the next attempt: four times as long each time, six hours at most, a fifth more or less; longer when
 * the receiver asks for it, a day at most. Null when there is none.
 * @param attempt the one that failed, from 1
 * @param random 0 to 1
 */
export function secondsUntilRetry(attempt: number, random: number, retryAfterSeconds: number | null): number | null {
  if (attempt >= MOST_ATTEMPTS) return null;
  const wait = backoff(attempt, FIRST_WAIT_SECONDS, 4, LONGEST_WAIT_SECONDS) * (0.8 + 0.4 * random);
  return Math.max(wait, Math.min(retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS));
}

/**
 * `Retry-After` in seconds, from seconds or a date; null for any other value.
 * @param now milliseconds
 */
export function retryAfterOf(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // Years alone, and other things that look like numbers, are dates too for a loose parser.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1_000));
}

/** True when a receiver whose delivery is given up is to be disabled too. */
export function isGivenUp(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= LONG_FAILURE_MS;
}
