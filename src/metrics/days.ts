const DAY_MS = 86_400_000;

/** The last `count` days up to `today`, oldest first. */
export function daysUpTo(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
