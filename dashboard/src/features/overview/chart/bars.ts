/** One piece of a bar, in parts of the height: from `from` up to `to`. */
export interface Piece {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

export interface Bars {
  /** The value of the full height. */
  readonly top: number;
  /** The pieces of each day, from the bottom up; a value of 0 has none. */
  readonly columns: readonly (readonly Piece[])[];
}

const STEPS = [1, 2, 5, 10];

/** The next round number: 1, 2 or 5 with zeros behind it. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return size * (STEPS.find((step) => step * size >= value) ?? 10);
}

/** @param days for each day one value of each series; null: none is known */
export function toBars(days: readonly (readonly (number | null)[])[]): Bars {
  const sums = days.map((values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const top = roundUp(Math.max(0, ...sums));
  const columns = days.map((values) => {
    let reached = 0;
    return values.flatMap((value, series) => {
      if (!value) return [];
      const from = reached;
      reached += value / top;
      return [{ series, from, to: reached }];
    });
  });
  return { top, columns };
}
