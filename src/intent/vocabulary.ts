import { STOP_WORDS } from './lexicon.js';
import { canonicalNumber, hash, hashCompact, isDigit, stem } from './words.js';

/** A written word and all that is ever asked of it, worked out once. */
export interface Word {
  readonly lower: string;
  readonly root: string;
  /** The number it stands for: `12`, `twelve`, `12th`, `december`. */
  readonly number: string | null;
  readonly stop: boolean;
  /** What it is remembered by (memory.ts): as known from a result, from an instruction, from a call. */
  readonly known: number;
  readonly instructed: number;
  readonly called: number;
}

const MOST = 20_000;
const LONGEST = 24;
let words = new Map<string, Word>();

/** Remembers what it read; when there is too much of it, it starts anew. Pure all the same. */
export function readWord(written: string): Word {
  const seen = words.get(written);
  if (seen !== undefined) return seen;
  const lower = written.toLowerCase();
  const root = stem(lower);
  const key = canonicalNumber(lower) ?? root;
  const word: Word = {
    lower,
    root,
    number: numberIn(lower),
    stop: STOP_WORDS.has(lower),
    known: marked('k', key),
    instructed: marked('i', key),
    called: marked('c', key),
  };
  if (written.length <= LONGEST) {
    if (words.size >= MOST) words = new Map();
    words.set(written, word);
  }
  return word;
}

export type Mark = 'k' | 'i' | 'c';

const BEFORE: Record<Mark, number> = { k: hash('k:'), i: hash('i:'), c: hash('c:') };

export const marked = (mark: Mark, key: string): number => hash(key, BEFORE[mark]);

/** As `marked` of the compact form of a part of a text. */
export const markedCompact = (mark: Mark, text: string, from: number, to: number): number =>
  hashCompact(text, from, to, BEFORE[mark]);

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
