import { part } from './part';

describe('the part of the quota that is used', () => {
  it.each([
    [0, 1000, 0],
    [250, 1000, 0.25],
    [1000, 1000, 1],
    [1200, 1000, 1],
    [0, 0, 1],
  ])('%i of %i is %d', (used, limit, expected) => {
    expect(part(used, limit)).toBe(expected);
  });
});
