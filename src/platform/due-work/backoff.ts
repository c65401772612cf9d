/** Seconds until the next attempt: `factor` times as long each time, `longest` at most. @param attempt the one that failed, from 1 */
export function backoff(attempt: number, first: number, factor: number, longest: number): number {
  return Math.min(first * factor ** (attempt - 1), longest);
}
