import { conditionWords, duration, percent, perDay } from './words';

describe('the words of a policy', () => {
  it.each([
    [null, 'every call'],
    [{ field: 'payload.amount', operator: 'gt', value: 500 }, 'payload.amount is more than 500'],
    [{ field: 'currency', operator: 'in', value: ['EUR', 'USD'] }, 'currency is one of "EUR", "USD"'],
    [{ field: 'tags', operator: 'eq', value: ['a', 'b'] }, 'tags is ["a","b"]'],
    [{ field: 'note', operator: 'exists', value: false }, 'note is missing'],
    [{ field: 'to', operator: 'neq', value: 'a', onMissing: 'match' }, 'to is not "a" or is missing'],
    [{ field: 'to', operator: 'glob', value: ['*@a.com', 'b@*'] }, 'to matches "*@a.com", "b@*"'],
    [{ field: 'to', operator: 'eq', value: 'a', ignoreCase: true }, 'to is "a", in any case'],
  ] as const)('%j is said as "%s"', (condition, words) => {
    expect(conditionWords(condition as Parameters<typeof conditionWords>[0])).toBe(words);
  });

  it('join groups, and put a group within a group in brackets', () => {
    const of = (field: string) => ({ field, operator: 'exists', value: true }) as const;
    expect(conditionWords({ all: [of('a'), { any: [of('b'), of('c')] }] })).toBe(
      'a is present and (b is present or c is present)',
    );
    expect(conditionWords({ any: [{ all: [of('a'), of('b')] }] })).toBe('a is present and b is present');
  });

  it('say how many a day of the days that were counted, and of no fewer than one', () => {
    const now = Date.parse('2026-01-31T00:00:00Z');
    expect(perDay(45, '2026-01-01T00:00:00Z', now)).toBe('1.5');
    expect(perDay(3_000, '2026-01-01T00:00:00Z', now)).toBe('100');
    expect(perDay(3, '2026-01-30T23:00:00Z', now)).toBe('3.0');
    expect(perDay(0, '2026-01-01T00:00:00Z', now)).toBe('0');
  });

  it('say how long it took in the unit that fits, and nothing of what is not known', () => {
    const seconds = [0, 119, 120, 7_199, 7_200, 172_800, null];
    expect(seconds.map(duration)).toEqual(['0 s', '119 s', '2 min', '120 min', '2 h', '2 days', '–']);
    expect([percent(null), percent(0), percent(2 / 3)]).toEqual(['–', '0 %', '67 %']);
  });
});
