import { parseMoment } from './moment.js';

describe('a moment', () => {
  it.each([
    ['2026-01-31T09:30:00.123Z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31T09:30:00+02:00', '2026-01-31T07:30:00.000Z'],
    ['2026-01-31T00:30-05:00', '2026-01-31T05:30:00.000Z'],
    ['2024-02-29T23:59:59.999999Z', '2024-02-29T23:59:59.999Z'],
  ])('is read from %s', (text, moment) => {
    expect(parseMoment(text)?.toISOString()).toBe(moment);
  });

  it.each([
    '',
    'yesterday',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-02-30T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '2026-01-00T09:30:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T09:30:00Z\n',
    'Sat, 31 Jan 2026 09:30:00 GMT',
    '0',
  ])('is not read from %j', (text) => {
    expect(parseMoment(text)).toBeNull();
  });
});
