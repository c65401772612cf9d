/** Finds values that depend on settings which differ between two sessions; pure. */
import type { Json, SessionSettings } from '../connector.js';

/** A moment whose text states its offset, or a plain date. */
const ISO = /^\s*\d{4,}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?\s*(Z|[+-]\d\d(:?\d\d)?)?\s*$/i;
const WITH_OFFSET = /\d\d:\d\d.*(Z|[+-]\d\d(:?\d\d)?)\s*$/i;
const SPECIAL = /\b(now|today|tomorrow|yesterday)\b/i;
const DOLLARS = /^(c|posix|en_us)(\.[\w-]+)?$/i;
const UTC = /^(etc\/)?(utc|uct|gmt|zulu|universal)$/i;

export interface Differing {
  readonly zone: boolean;
  /** The order of day, month and year. */
  readonly order: boolean;
  readonly interval: boolean;
  readonly money: boolean;
}

/** A setting that was not reported counts as equal. */
export function differing(own: SessionSettings, reported: SessionSettings): Differing {
  const differs = (name: keyof SessionSettings, form: (text: string) => string) =>
    reported[name] !== undefined && own[name] !== undefined && form(reported[name]) !== form(own[name]);
  return {
    zone: differs('timeZone', (zone) => (UTC.test(zone) ? 'utc' : zone.toLowerCase())),
    order: differs('dateStyle', (style) => style.split(',').at(-1)?.trim() ?? ''),
    interval: differs('intervalStyle', (style) => (style === 'sql_standard' ? style : '')),
    money: differs('monetaryLocale', (locale) => (DOLLARS.test(locale) ? 'C' : locale)),
  };
}

/** @param type without modifiers, or the name of a domain with its base type */
export function isReadDifferently(type: string, value: Json, { zone, order, interval, money }: Differing): boolean {
  if (value === null) return false;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isZoned = /with time zone|tstz/.test(type);
  const isDated = /date|timestamp|tsrange|tsmultirange|tstz/.test(type);
  if (zone && (isZoned || isDated) && SPECIAL.test(text)) return true;
  if (zone && isZoned && !(WITH_OFFSET.test(text) && typeof value === 'string' && !/range|\[\]/.test(type)))
    return true;
  if (order && isDated && !ISO.test(text)) return true;
  return (interval && /interval/.test(type)) || (money && /money/.test(type));
}

const isOfMoments = (type: string): boolean => /date|time|tsrange|tsmultirange|tstz|interval|money/.test(type);
const FUNCTIONS_OF_MOMENTS = /date|time|age|to_char|now|make_/;
const CASTS_TO_MOMENTS = /\b(date|time|timetz|timestamp|timestamptz|interval|money|tsrange|tstzrange|daterange)\b/i;

/** The parts of a statement on which the reading of its values depends. */
export interface StatementWords {
  readonly sql: string;
  /** The columns of its table, by the type that each is read as; null when it may name any of them. */
  readonly columns: readonly { readonly name: string; readonly baseType: string }[];
  readonly namesNoColumns: boolean;
  readonly readsOthers: boolean;
  readonly moment: boolean;
  readonly types: readonly string[];
  readonly functions: readonly string[];
}

/**
 * Null when a session with the settings `reported` reads the statement as one with `own` does; otherwise the differing
 * part.
 */
export function partReadDifferently(
  words: StatementWords,
  own: SessionSettings,
  reported: SessionSettings,
): string | null {
  if (reported.standardConformingStrings === 'off' && words.sql.includes('\\')) return 'a backslash in its text';
  const { zone, order, interval, money } = differing(own, reported);
  if (!(zone || order || interval || money)) return null;
  if (words.readsOthers) return 'what it reads of other tables';
  const isOfTime = words.types.some(isOfMoments) || words.functions.some((name) => FUNCTIONS_OF_MOMENTS.test(name));
  if (words.moment || isOfTime || CASTS_TO_MOMENTS.test(words.sql)) return 'a date or a time in it';
  const text = words.sql.toLowerCase();
  const named = words.columns.find(
    ({ name, baseType }) => isOfMoments(baseType) && (words.namesNoColumns || text.includes(name.toLowerCase())),
  );
  return named?.name ?? null;
}
