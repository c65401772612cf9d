const KEY = 'backstop.seen';
/** A visit that began so long after the one before is another one. */
const APART_MS = 30 * 60_000;

interface Seen {
  /** The time at which this visit was last active. */
  readonly at: number;
  /** When the visit before it ended; null: there was none in this browser. */
  readonly before: number | null;
}

function stored(user: string): Seen | null {
  try {
    const seen = JSON.parse(localStorage.getItem(`${KEY}.${user}`) ?? 'null');
    return typeof seen?.at === 'number' ? seen : null;
  } catch {
    return null;
  }
}

/**
 * Notes a visit of the operator. Returns the time of the visit before as ISO 8601; null if there was none in this
 * browser.
 */
export function noteVisit(user: string, now = Date.now()): string | null {
  const seen = stored(user);
  const before = seen === null ? null : now - seen.at > APART_MS ? seen.at : seen.before;
  localStorage.setItem(`${KEY}.${user}`, JSON.stringify({ at: now, before } satisfies Seen));
  return before === null ? null : new Date(before).toISOString();
}
