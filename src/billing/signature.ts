const STAMP = /(?:^|,)\s*t=(\d{1,15})(?=,|$)/g;

/**
 * True when a header of Stripe's carries one timestamp, and that lies at most so many seconds in the future. The
 * library checks only its age, and takes the last of several.
 */
export function isFromNow(header: string, nowSeconds: number, toleranceSeconds: number): boolean {
  const stamps = [...header.matchAll(STAMP)].map(([, stamp]) => Number(stamp));
  return stamps.length === 1 && (stamps[0] ?? Number.POSITIVE_INFINITY) - nowSeconds <= toleranceSeconds;
}
