/** Names that sort in the order they were given out: microseconds, then what tells processes apart. */
let last = 0;
const GENERATOR_ID = crypto.randomUUID().slice(0, 8);
const DIGITS = 17;

/** @param now milliseconds since 1970 */
export function nextId(now = Date.now()): string {
  last = Math.max(last + 1, Math.floor(now * 1000));
  return `${String(last).padStart(DIGITS, '0')}-${GENERATOR_ID}`;
}

/** `id` when it sorts after `newest`, which may have been given out before the clock was set back; else one that does. */
export function idAfter(newest: string, id: string): string {
  if (id > newest) return id;
  const stamp = Number(newest.slice(0, DIGITS));
  if (Number.isSafeInteger(stamp)) last = Math.max(last, stamp);
  return nextId();
}
