import { dayIn, fromLocal, readDay, toLocal } from './local-time';

describe('a moment in the zone of the operator', () => {
  it('is what the clocks there show, in winter and in summer', () => {
    expect(fromLocal('2026-01-02T03:04', 'Europe/Berlin')).toBe('2026-01-02T02:04:00.000Z');
    expect(fromLocal('2026-07-02T03:04', 'Europe/Berlin')).toBe('2026-07-02T01:04:00.000Z');
  });

  it('is right in the first hours after the clocks were changed', () => {
    expect(fromLocal('2026-03-29T03:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('is written as it was read', () => {
    const moment = fromLocal('2026-11-24T23:31', 'America/New_York');
    expect(toLocal(moment, 'America/New_York')).toBe('2026-11-24T23:31');
  });

  it('is none where the text is none', () => {
    expect(fromLocal('', 'UTC')).toBeUndefined();
    expect(toLocal('soon', 'UTC')).toBe('');
  });
});

describe('a day in the zone of the operator', () => {
  it('begins and ends at midnight there, also when the clocks are changed', () => {
    expect(dayIn('2026-03-29', 'Europe/Berlin')).toEqual({
      since: '2026-03-28T23:00:00.000Z',
      until: '2026-03-29T22:00:00.000Z',
    });
  });

  it('is none where the text is none', () => {
    expect([readDay('2026-13-40'), readDay('soon'), readDay(undefined)]).toEqual([undefined, undefined, undefined]);
    expect(readDay('2026-11-24')).toBe('2026-11-24');
  });
});
