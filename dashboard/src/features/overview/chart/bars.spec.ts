import { roundUp, toBars } from './bars';

describe('the bars of a chart', () => {
  it('stack the series of a day, and leave out what is none', () => {
    expect(toBars([[2, 0, 3], [null]])).toEqual({
      top: 5,
      columns: [
        [
          { series: 0, from: 0, to: 0.4 },
          { series: 2, from: 0.4, to: 1 },
        ],
        [],
      ],
    });
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [11, 20],
    [50, 50],
    [51, 100],
    [999, 1000],
  ])('reach up to a round number: %i to %i', (value, expected) => {
    expect(roundUp(value)).toBe(expected);
  });
});
