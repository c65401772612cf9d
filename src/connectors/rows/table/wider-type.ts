/**
 * Decides whether each text of one column type is the same text of another, wider one; pure. Types are in the form of
 * catalogues.
 */

const INTEGERS = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint'];
const LENGTHS = /^(varchar|character varying)\((\d+)\)$/;
const DECIMALS = /^(numeric|decimal)\((\d+),(\d+)\)$/;

export function isWider(now: string, before: string): boolean {
  const [from, to] = [integerOf(before), integerOf(now)];
  if (from !== -1 || to !== -1) return from !== -1 && from <= to;
  const [, , length] = LENGTHS.exec(before) ?? [];
  if (length !== undefined)
    return now === 'text' || now === 'character varying' || Number(LENGTHS.exec(now)?.[2]) >= Number(length);
  const [[, , digits, scale], [, , most, nowScale]] = [DECIMALS.exec(before) ?? [], DECIMALS.exec(now) ?? []];
  return digits !== undefined && scale === nowScale && Number(most) >= Number(digits);
}

/** -1 where it is none, or knows no sign. MySQL writes a width that means nothing. */
function integerOf(type: string): number {
  return INTEGERS.indexOf(type.replace(/\(\d+\)$/, '').replace(/^int$/, 'integer'));
}
