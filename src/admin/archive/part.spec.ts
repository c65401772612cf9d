import { hasEnded, isMonth, isOurs, monthOf, nextPart, partName, startOf, unfinished } from './part.js';

describe('a month', () => {
  it.each(['2026-01', '2026-12', '1999-10'])('is written as %s', (text) => {
    expect(isMonth(text)).toBe(true);
    expect(monthOf(startOf(text))).toBe(text);
  });

  it.each(['2026-13', '2026-00', '2026-1', '0000-01', '2026', '2026-01-01', ' 2026-01', ''])('is not "%s"', (text) => {
    expect(isMonth(text)).toBe(false);
  });

  it('begins and ends at midnight in UTC', () => {
    expect(startOf('2026-03')).toEqual(new Date('2026-03-01T00:00:00.000Z'));
    expect(hasEnded('2026-02', new Date('2026-02-28T23:59:59.999Z'))).toBe(false);
    expect(hasEnded('2026-02', new Date('2026-03-01T00:00:00.000Z'))).toBe(true);
  });
});

describe('the next part of a month', () => {
  it('has the number 1 when the month has none', () => {
    expect(nextPart('2026-02', [])).toBe('2026-02.part-1.ndjson.gz');
    expect(nextPart('2026-02', [partName('2026-01', 7)])).toBe('2026-02.part-1.ndjson.gz');
  });

  it('has one above the highest number, parts that were not finished included', () => {
    const names = [partName('2026-02', 9), partName('2026-02', 10), partName('2026-02', 2)];
    expect(nextPart('2026-02', names)).toBe('2026-02.part-11.ndjson.gz');
    expect(nextPart('2026-02', [...names, unfinished(partName('2026-02', 11))])).toBe('2026-02.part-12.ndjson.gz');
  });
});

describe('a file of the archive', () => {
  it('is known by its name, finished or not', () => {
    expect(isOurs(partName('2026-02', 3))).toBe(true);
    expect(isOurs(unfinished(partName('2026-02', 3)))).toBe(true);
  });

  it.each([
    'README',
    '2026-02.part-0.ndjson.gz',
    '2026-02.part-1.ndjson',
    '2026-02.part-1.ndjson.gz.bak',
    'x2026-02.part-1.ndjson.gz',
    '2026-02.part-1.ndjson.gz.writing.writing',
  ])('is not %s', (name) => {
    expect(isOurs(name)).toBe(false);
  });
});
