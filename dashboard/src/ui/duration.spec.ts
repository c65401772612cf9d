import { duration } from './duration';

describe('a length of time', () => {
  it.each([
    [0, '0 ms'],
    [340, '340 ms'],
    [4_200, '4.2 s'],
    [59_000, '59 s'],
    [720_000, '12 min'],
    [5_400_000, '1.5 h'],
    [172_800_000, '2.0 d'],
  ])('of %i milliseconds is shown as %s', (milliseconds, expected) => {
    expect(duration(milliseconds)).toBe(expected);
  });
});
