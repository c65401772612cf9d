/**
 * Decides whether each text of one column type is the same text of another, wider one; pure. Types are in the form of
 * catalogues.
 */

const INTEGERS = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint'];
const TEXTS = ['tinytext', 'text', 'mediumtext', 'longtext'];
const LENGTHS = /^(?:varchar|character varying)(?:\((\d+)\))?$/;
const DECIMALS = /^(?:numeric|decimal)\((\d+),(\d+)\)$/;
/** The most digits of a bigint. */
const DIGITS = 19;

export function isWider(now: string, before: string): boolean {
  return RULES.some((isWiderBy) => isWiderBy(now, before));
}

type Rule = (now: string, before: string) => boolean;

const amongIntegers: Rule = (now, before) => {
  const [from, to] = [integerOf(before), integerOf(now)];
  return from.size !== -1 && from.isUnsigned === to.isUnsigned && from.size <= to.size;
};

const fromInteger: Rule = (now, before) => {
  const [, digits, scale] = DECIMALS.exec(now) ?? [];
  return integerOf(before).size !== -1 && (now === 'numeric' || (scale === '0' && Number(digits) >= DIGITS));
};

const amongDecimals: Rule = (now, before) => {
  const [[, digits, scale], [, most, nowScale]] = [DECIMALS.exec(before) ?? [], DECIMALS.exec(now) ?? []];
  if (digits === undefined) return false;
  return now === 'numeric' || (scale === nowScale && Number(most) >= Number(digits));
};

const amongTexts: Rule = (now, before) => {
  const from = LENGTHS.exec(before);
  const [most, length] = [LENGTHS.exec(now), from?.[1]];
  if (from && most) return most[1] === undefined || Number(most[1]) >= Number(length ?? Number.POSITIVE_INFINITY);
  // A tinytext may be shorter than the varchar that it was.
  if (from) return TEXTS.indexOf(now) > 0;
  return TEXTS.includes(before) && TEXTS.indexOf(now) >= TEXTS.indexOf(before);
};

/** `enum('a','b')`, as MySQL writes it. */
const amongEnums: Rule = (now, before) => {
  const [, from] = /^enum\((.*)\)$/.exec(before) ?? [];
  return from !== undefined && now.startsWith(`enum(${from},`);
};

const RULES: readonly Rule[] = [amongIntegers, fromInteger, amongDecimals, amongTexts, amongEnums];

/** The size is -1 where it is none. MySQL writes a width that means nothing. */
function integerOf(type: string): { readonly size: number; readonly isUnsigned: boolean } {
  const name = type.replace(/\(\d+\)/, '').replace(/ unsigned$/, '');
  return { size: INTEGERS.indexOf(name.replace(/^int$/, 'integer')), isUnsigned: type.endsWith(' unsigned') };
}
