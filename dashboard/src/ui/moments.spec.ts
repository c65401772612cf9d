import { ago, countdown, isShort, until } from './moments';

const NOW = Date.UTC(2026, 10, 25, 12);
const SECOND = 1_000;

describe('a point in time, read as the distance from now', () => {
  it('has one unit, which is full', () => {
    const past = [0.4, 3, 59, 60, 3_599, 3_600, 86_399, 86_400, 3 * 86_400];
    expect(past.map((seconds) => ago(NOW - seconds * SECOND, NOW))).toEqual([
      'now',
      '3s ago',
      '59s ago',
      '1m ago',
      '59m ago',
      '1h ago',
      '23h ago',
      '1d ago',
      '3d ago',
    ]);
  });

  it('is never ahead when it has happened, however wrong the clock of the machine is', () => {
    expect(ago(NOW + 90 * SECOND, NOW)).toBe('now');
  });

  it('may be ahead when it is when something ends, and then be over', () => {
    expect([90, -90].map((seconds) => until(NOW + seconds * SECOND, NOW))).toEqual(['in 1 minute', '1 minute ago']);
  });
});

describe('the time that is left', () => {
  it('is loud only when it is short', () => {
    const minutes = [-1, 0, 1, 4.99, 5, 60, 24 * 60];
    expect(minutes.map((each) => isShort(each * 60 * SECOND))).toEqual([true, true, true, true, false, false, false]);
  });
});

describe('the remaining time', () => {
  it.each([
    [59, '0:59'],
    [299, '4:59'],
    [300, '5 min'],
    [3_599, '59 min'],
    [86_399, '23 h 59 min'],
    [183_600, '2 d 3 h'],
    [-1, '0:00'],
  ])('of %d seconds reads %s', (seconds, text) => {
    expect(countdown(seconds * SECOND)).toBe(text);
  });
});
