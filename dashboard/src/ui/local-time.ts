/** Returns the time that a clock in the zone shows, read as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone !== 'local' && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Formats a time for `<input type="datetime-local">`. */
export function toLocal(moment: string | undefined, timeZone: string): string {
  const at = moment ? Date.parse(moment) : Number.NaN;
  return Number.isNaN(at) ? '' : new Date(wallClock(at, timeZone)).toISOString().slice(0, 16);
}

/** The moment at which clocks in the zone show this; undefined: the text is none. */
export function fromLocal(text: string, timeZone: string): string | undefined {
  const shown = Date.parse(`${text}Z`);
  if (Number.isNaN(shown)) return undefined;
  const offsetAt = (at: number) => wallClock(at, timeZone) - at;
  // Twice: the offset at the first guess may be that of the other side of a change of the clocks.
  const guess = shown - offsetAt(shown);
  return new Date(shown - offsetAt(guess)).toISOString();
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day as `<input type="date">` gives it; undefined: the text is none. */
export const readDay = (text: string | undefined): string | undefined =>
  text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** The moments at which a day begins and ends on clocks in the zone. */
export function dayIn(day: string, timeZone: string): { since: string; until: string } {
  const next = new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
  const midnight = (date: string) => fromLocal(`${date}T00:00`, timeZone) ?? new Date(Date.parse(date)).toISOString();
  return { since: midnight(day), until: midnight(next) };
}
