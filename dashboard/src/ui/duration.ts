const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `340 ms`, `4.2 s`, `12 min`: a length of time in its largest unit. */
export function duration(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => milliseconds >= length) ?? (['ms', 1] as const);
  const value = milliseconds / size;
  return `${value < 10 && unit !== 'ms' ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
