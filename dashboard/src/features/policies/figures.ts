const DAY_MS = 86_400_000;

/** Returns the number per day, since a time that is at least a day ago; less than a day counts as one. */
export function perDay(count: number, since: string, now: number): string {
  const days = Math.max(1, (now - Date.parse(since)) / DAY_MS);
  const each = count / days;
  return each === 0 || each >= 10 ? Math.round(each).toLocaleString('en') : each.toFixed(1);
}

/** Formats a duration: `40 s`, `12 min`, `3.5 h`, `2.1 days`; a dash for an unknown one. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  const one = (number: number) => String(Math.round(number * 10) / 10);
  return seconds < 172_800 ? `${one(seconds / 3_600)} h` : `${one(seconds / 86_400)} days`;
}

/** Formats a share: `92 %`; a dash for an unknown one. */
export const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`);
