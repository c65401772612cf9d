import { stem } from 'porter2';
import { STOP_WORDS } from './lexicon.js';
import { canonicalNumber, hash, isDigit, LONGEST_WORD } from './words.js';

/** A written word and all that is ever asked of it, worked out once. */
export interface Word {
  readonly written: string;
  readonly lower: string;
  readonly root: string;
  readonly rootHash: number;
  /** The number it stands for: `12`, `twelve`, `12th`, `december`. */
  readonly number: string | null;
  readonly stop: boolean;
  /**
   * The hashes under which the memory keeps the word (memory.ts): as known from a result, from an instruction, from a
   * call.
   */
  readonly known: number;
  readonly instructed: number;
  readonly called: number;
}

const PLACES = 1 << 16;
const LONGEST = 24;
/** A slice shorter than this is a string of its own. */
const COPIED_BELOW = 13;

/**
 * Words read before, each in the place that the hash of its letters names, until another takes it: a text is read
 * without cutting it into strings first. Pure all the same.
 */
const places = new Array<Word | undefined>(PLACES).fill(undefined);

export const readWord = (written: string): Word => wordAt(written, 0, written.length, hash(written));

/** `hashed`: the hash of the letters of the text between `from` and `to`. */
export function wordAt(text: string, from: number, to: number, hashed: number): Word {
  if (to - from > LONGEST) return understand(text.slice(from, Math.min(to, from + LONGEST_WORD)));
  const place = hashed & (PLACES - 1);
  const known = places[place];
  if (known !== undefined && isAt(known.written, text, from, to)) return known;
  const written = text.slice(from, to);
  // The slice of a long word keeps the whole text it is cut from.
  const word = understand(written.length < COPIED_BELOW ? written : [...written].join(''));
  places[place] = word;
  return word;
}

function isAt(written: string, text: string, from: number, to: number): boolean {
  if (written.length !== to - from) return false;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== written.charCodeAt(at - from)) return false;
  return true;
}

function understand(written: string): Word {
  const lower = written.toLowerCase();
  const root = stem(lower);
  const key = canonicalNumber(lower) ?? root;
  return {
    written,
    lower,
    root,
    rootHash: hash(root),
    number: numberIn(lower),
    stop: STOP_WORDS.has(lower),
    known: marked('k', key),
    instructed: marked('i', key),
    called: marked('c', key),
  };
}

export type Mark = 'k' | 'i' | 'c';

export const BEFORE: Record<Mark, number> = { k: hash('k:'), i: hash('i:'), c: hash('c:') };

export const marked = (mark: Mark, key: string): number => hash(key, BEFORE[mark]);

const list = (text: string) => text.split(' ');

const MONTHS = list('jan feb mar apr may jun jul aug sep oct nov dec');
const NUMBER_WORDS = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
const ORDINALS = list('zeroth first second third fourth fifth sixth seventh eighth ninth tenth');

function numberIn(word: string): string | null {
  if (isDigit(word.charCodeAt(0))) {
    return canonicalNumber(word) ?? canonicalNumber(/^\d+(?=[a-z]{1,6}$)/.exec(word)?.[0] ?? '');
  }
  if (word.length < 3 || word.length > 9) return null;
  const cardinal = NUMBER_WORDS.indexOf(word);
  if (cardinal >= 0) return String(cardinal);
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 0) return String(ordinal);
  const month = MONTHS.indexOf(word.slice(0, 3));
  return month >= 0 && FULL_MONTH.test(word) ? String(month + 1) : null;
}

const FULL_MONTH =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;
