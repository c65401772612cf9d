import { minutesBack } from './minutes-back.js';

const PLACES = [0, 1, 5, 11];

describe('a session of the sample', () => {
  it.each(['00:00', '00:05', '04:53', '12:00', '23:59'])('is on its day when the sample is made at %s', (time) => {
    const now = new Date(`2026-11-30T${time}:30Z`);
    const days = PLACES.map((place) => new Date(now.getTime() - minutesBack(2, place, 12, now) * 60_000).getUTCDate());
    expect(days).toEqual(PLACES.map(() => 28));
  });

  it('is later than the ones before it', () => {
    const now = new Date('2026-11-30T04:53:00Z');
    const back = PLACES.map((place) => minutesBack(2, place, 12, now));
    expect(back).toEqual([...new Set(back)].sort((a, b) => b - a));
    expect(minutesBack(0, 3, 12, now)).toBe(0);
  });
});
