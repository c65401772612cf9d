import { duration, percent, perDay } from './figures';

describe('the figures of a policy', () => {
  it('say how many a day of the days that were counted, and of no fewer than one', () => {
    const now = Date.parse('2026-01-31T00:00:00Z');
    expect(perDay(45, '2026-01-01T00:00:00Z', now)).toBe('1.5');
    expect(perDay(3_000, '2026-01-01T00:00:00Z', now)).toBe('100');
    expect(perDay(3, '2026-01-30T23:00:00Z', now)).toBe('3.0');
    expect(perDay(0, '2026-01-01T00:00:00Z', now)).toBe('0');
  });

  it('name the duration in the unit that fits, and nothing that is unknown', () => {
    const seconds = [0, 119, 120, 7_199, 7_200, 172_800, null];
    expect(seconds.map(duration)).toEqual(['0 s', '119 s', '2 min', '120 min', '2 h', '2 days', '–']);
    expect([percent(null), percent(0), percent(2 / 3)]).toEqual(['–', '0 %', '67 %']);
  });
});
