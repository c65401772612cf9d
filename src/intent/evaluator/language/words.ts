import { cutText } from '../../../platform/cut-text.js';
/**
 * Text as the evaluator reads it: words, light stems, identifiers. The only language assumed is English, for its
 * suffixes.
 */

export const LONGEST_WORD = 64;

/** Drops characters that a reader does not see (an attacker may hide words with them), and folds look-alike forms. */
export function plain(text: string, atMost: number): string {
  const cut = cutText(text, atMost);
  if (!NOT_ASCII.test(cut)) return cut;
  // One character may become eighteen.
  const folded = cutText(cut.replaceAll(MARKS, '$1').normalize('NFKC'), atMost);
  return folded.replaceAll(UNSEEN, '').replaceAll(CONTROLS, ' ');
}

const NOT_ASCII = /[^\n -~]/;
/** Normalising sorts the marks of one letter, in the square of their number (Unicode, UAX 15, "Stream-Safe Text"). */
const MARKS = /(\p{M}{30})\p{M}+/gu;
const CONTROLS = /(?!\n)\p{Cc}/gu;
const UNSEEN = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Mn}]/gu;

export const isDigit = (code: number) => code >= 48 && code <= 57;
export const isUpper = (code: number) => code >= 65 && code <= 90;
export const isLower = (code: number) => code >= 97 && code <= 122;
export const isWord = (code: number) => isLower(code) || isUpper(code) || isDigit(code) || code > 127;

/** Runs of letters and digits, as written. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const inside = at < text.length && isWord(text.charCodeAt(at));
    if (inside && start < 0) start = at;
    if (!inside && start >= 0) {
      words.push(text.slice(start, Math.min(at, start + LONGEST_WORD)));
      start = -1;
    }
  }
  return words;
}

/** The words of a name such as `listOpen_invoicesV2`: also split where the case rises. */
export function nameWords(name: string): string[] {
  return wordsOf(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')).map((word) => word.toLowerCase());
}

/** Letters and digits only, in lower case: `www.A-b.com/x` and `www a b com x` are the same. */
export function compact(text: string): string {
  return text.toLowerCase().replaceAll(NO_WORD, '');
}

const NO_WORD = /[\0-/:-`{-\x7f]+/g;

export const BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** Adds one more character to a hash. */
export const hashOn = (value: number, code: number) => Math.imul(value ^ code, PRIME);

/**
 * FNV-1a, as a signed number of 32 bits: engines keep those, and lists of them, unboxed. `after`: the hash of the
 * preceding text.
 */
export function hash(text: string, after = BASIS): number {
  let value = after;
  for (let at = 0; at < text.length; at++) value = hashOn(value, text.charCodeAt(at));
  return value | 0;
}

/** `12.50` as `12.5`, `007` as `7`, `1,000` as `1000`; null if it is not a plain number. */
export function canonicalNumber(text: string): string | null {
  if (text.length === 0 || text.length > 15 || !isDigit(text.charCodeAt(0)) || !PLAIN_NUMBER.test(text)) return null;
  return String(Number(text.replaceAll(',', '')));
}

const PLAIN_NUMBER = /^\d[\d,]*(\.\d+)?$/;
