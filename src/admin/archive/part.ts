const MONTH = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/;
const PART = /^(\d{4}-\d{2})\.part-([1-9]\d*)\.ndjson\.gz$/;
const UNFINISHED = '.writing';

/** `2026-03` of the calendar in UTC. */
export const isMonth = (text: string): boolean => MONTH.test(text);

/** The beginning of the month. */
export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

export const hasEnded = (month: string, now: Date): boolean => month < monthOf(now);

export const partName = (month: string, number: number): string => `${month}.part-${number}.ndjson.gz`;

/** The name of a part until it is complete. */
export const unfinished = (name: string): string => `${name}${UNFINISHED}`;

export const isUnfinished = (name: string): boolean => name.endsWith(UNFINISHED);

const finished = (name: string): string => (isUnfinished(name) ? name.slice(0, -UNFINISHED.length) : name);

/** True when this command writes files of that name. */
export const isOurs = (name: string): boolean => PART.test(finished(name));

/** The month of a file that this command wrote. */
export const monthOfPart = (name: string): string | null => PART.exec(finished(name))?.[1] ?? null;

/** The next number: one above the highest that the month has. */
export function nextPart(month: string, names: readonly string[]): string {
  const numbers = names
    .map((name) => PART.exec(finished(name)))
    .map((found) => (found?.[1] === month ? Number(found[2]) : 0));
  return partName(month, Math.max(0, ...numbers) + 1);
}
