const MINUTE_MS = 60_000;

/** Moments that an operator is likely to mean, by their distance from now. */
export const RECENT = [
  ['15 minutes', 15 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['24 hours', 24 * 60 * MINUTE_MS],
  ['7 days', 7 * 24 * 60 * MINUTE_MS],
] as const;

/** The moment that the URL names; null: it names none that has come. */
export function readSince(text: string | undefined, now: number): string | null {
  if (!text || !/^\d{4}-\d\d-\d\dT/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || at > now ? null : new Date(at).toISOString();
}

export const agoFrom = (now: number, milliseconds: number) => new Date(now - milliseconds).toISOString();
