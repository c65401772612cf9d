const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const short = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const long = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * Formats a past time: `3m ago`. It is never ahead, even if the clock of this machine is behind that of the service.
 */
export const ago = (at: number, now: number): string => away(Math.min(at, now), now, short);

/** `in 2 days`; once it is over, `3 minutes ago`. */
export const until = (at: number, now: number): string => away(at, now, long);

function away(at: number, now: number, relative: Intl.RelativeTimeFormat): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return seconds === 0 ? 'now' : relative.format(Math.trunc(seconds / size), unit);
}

/** `4:07` once little is left, before that `12 min`, `1 h 2 min`, `2 d 3 h`. A time of day looks different. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return isShort(milliseconds) ? `${minutes}:${String(seconds % 60).padStart(2, '0')}` : `${minutes} min`;
}

const SHORT_MS = 5 * 60_000;

/** True when less than five minutes are left, which an operator has to notice. */
export const isShort = (milliseconds: number): boolean => milliseconds < SHORT_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `24 Nov 2026, 23:31:41 UTC`. */
export function absolute(at: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      ...(timeZone !== 'local' && { timeZone }),
    });
  formats.set(timeZone, format);
  return format.format(at);
}
