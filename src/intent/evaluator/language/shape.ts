import { readWord } from './vocabulary.js';

/** The shape of an identifier: the numbers of two orders differ in their letters and digits, not in their shape. */
export function shapeOf(text: string): string {
  if (/[^@\s]@[\w-]+\./.test(text)) return '@';
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return '/';
  if (/^\d+$/.test(text)) return String(text.length);
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (run) => (/\d/.test(run) ? '0' : 'a'));
}

/**
 * True when only a database or a program knows the identifier: `88213`, `pi_3PqR7sLkdIwHu7ix`, a UUID. An address or a
 * name is not opaque.
 */
export const isOpaque = (text: string) =>
  !/[@\s/]|^www/.test(text) &&
  (/^\d{4,}$/.test(text) ||
    (/^[0-9a-f-]{6,}$/i.test(text) && /\d/.test(text)) ||
    (text.length >= 8 && /\d[A-Za-z]|[A-Za-z]\d/.test(text)));

/** The shapes of the identifiers and addresses of a text. */
export function shapesIn(text: string): ReadonlySet<string> {
  const wholes = text.split(/[\s,;"'()[\]{}<>]+/).map((whole) => whole.replace(/(?<![.:!?])[.:!?]+$/, ''));
  return new Set(wholes.filter(namesOne).map(shapeOf));
}

const namesOne = (whole: string) =>
  whole.length >= 3 && (/[\d_@#/\\]/.test(whole) || whole.startsWith('www.')) && (isLong(whole) || !counts(whole));

const isLong = (whole: string) => /^\d{5,}$/.test(whole);

/** Amounts, dates, times of day and measures: `$12.50`, `10:30`, `28th`, `15km`. */
const counts = (whole: string) => /^[$€£]?[\d.,:%]+$/.test(whole) || readWord(whole).number !== null;
