const STAMP = /(?:^|,)\s*t=(\d{1,15})(?=,|$)/g;

/**
 * Whether a header of Stripe's carries one stamp that lies at most so many seconds ahead. The library looks only at how
 * old it is, and takes the last of several.
 */
export function isFromNow(header: string, nowSeconds: number, toleranceSeconds: number): boolean {
  const stamps = [...header.matchAll(STAMP)].map(([, stamp]) => Number(stamp));
  return stamps.length === 1 && (stamps[0] ?? Number.POSITIVE_INFINITY) - nowSeconds <= toleranceSeconds;
}
