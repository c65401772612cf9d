import { policyWords as words } from '../../words';

export type Unit = 'seconds' | 'minutes' | 'hours' | 'days';
export const SECONDS_OF: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

const NAMES = {
  seconds: words.sentence.seconds,
  minutes: words.sentence.minutes,
  hours: words.sentence.hours,
  days: words.sentence.days,
} as const;

/** Splits a number of seconds into the largest unit that holds it without a rest; one day is 24 hours. */
export function spanOf(seconds: number): { readonly count: number; readonly unit: Unit } {
  const units = ['days', 'hours', 'minutes'] as const;
  const unit =
    units.find((one) => seconds % SECONDS_OF[one] === 0 && (one !== 'days' || seconds > SECONDS_OF.days)) ?? 'seconds';
  return { count: seconds / SECONDS_OF[unit], unit };
}

/** Formats a number of seconds: `90 seconds`, `24 hours`, `7 days`. */
export function spanWords(seconds: number): string {
  const { count, unit } = spanOf(seconds);
  return NAMES[unit](count);
}
