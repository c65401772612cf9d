import { isGivenUp, MOST_ATTEMPTS, retryAfterOf, secondsUntilRetry } from './schedule.js';

const HOUR = 3_600;
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('the schedule of attempts', () => {
  const waits = (random: number) =>
    Array.from({ length: MOST_ATTEMPTS }, (_, index) => secondsUntilRetry(index + 1, random, null));

  it('waits four times as long each time, six hours at most, and gives up after the tenth', () => {
    expect(waits(0.5)).toEqual([5, 20, 80, 320, 1_280, 5_120, 20_480, 6 * HOUR, 6 * HOUR, null]);
    const total = waits(0.5).reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
    expect(total / HOUR).toBeGreaterThan(19);
    expect(total / HOUR).toBeLessThan(20);
  });

  it('varies the wait by a fifth, so that not all retry at the same time', () => {
    expect(waits(0).map((wait) => wait && Math.round(wait))).toEqual([
      4,
      16,
      64,
      256,
      1_024,
      4_096,
      16_384,
      17_280,
      17_280,
      null,
    ]);
    expect(waits(1)[0]).toBeCloseTo(6);
  });

  it.each([
    [1, 60, 60],
    [1, 2, 5],
    [1, 7 * 24 * HOUR, 24 * HOUR],
    [8, 60, 6 * HOUR],
    [MOST_ATTEMPTS, 60, null],
  ])('after attempt %d and Retry-After %d waits %d seconds', (attempt, asked, expected) => {
    expect(secondsUntilRetry(attempt, 0.5, asked)).toBe(expected);
  });

  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60],
    ['Friday, 02-Jan-26 03:05:05 GMT', 60],
    ['Fri Jan  2 03:05:05 2026 GMT', 60],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['1e9', null],
    ['99999999999', null],
    ['', null],
    [null, null],
  ])('reads Retry-After: %j as %j', (header, seconds) => {
    expect(retryAfterOf(header, NOW)).toBe(seconds);
  });

  it('gives a receiver up when nothing was delivered for three days', () => {
    const ago = (hours: number) => new Date(NOW - hours * HOUR * 1_000);
    expect([71.9, 72].map((hours) => isGivenUp(ago(hours), new Date(NOW)))).toEqual([false, true]);
  });
});
