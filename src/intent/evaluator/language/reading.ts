import { BEFORE, type Mark, marked, type Word, wordAt } from './vocabulary.js';
import { BASIS, compact, hashOn, isDigit, isLower, isUpper, isWord } from './words.js';

export interface Reading {
  /** Runs of letters and digits, in their order. */
  readonly words: Word[];
  /** The compact forms of the tokens between blanks, quotes, commas and brackets that are not letters alone. */
  readonly wholes: number[];
}

const SHORTEST_WHOLE = 3;
const LONGEST_WHOLE = 120;

/**
 * Reads a text in one pass. `mark`: the mark under which its wholes are remembered. `atMost` bounds the words and the
 * wholes.
 */
export function read(text: string, mark: Mark = 'k', atMost = Number.POSITIVE_INFINITY): Reading {
  const words: Word[] = [];
  const wholes: number[] = [];
  const codes = codesOf(text);
  const { length } = text;
  let word = -1;
  let letters = BASIS;
  let whole = -1;
  let end = 0;
  let odd = -1;
  let ascii = true;
  let signs = BEFORE[mark];
  for (let at = 0; at <= length; at++) {
    const code = at < length ? (codes[at] as number) : BLANK;
    const kind = KINDS[code] as number;
    if (kind & WORD) {
      if (word < 0) word = at;
      letters = hashOn(letters, code);
    } else if (word >= 0) {
      if (words.length < atMost) words.push(wordAt(text, word, at, letters));
      word = -1;
      letters = BASIS;
    }
    if (!(kind & BREAK)) {
      if (code === SLASH && codes[at - 1] === SLASH && codes[at - 2] === COLON) {
        // The address is the same with `https://` and without.
        whole = -1;
        odd = -1;
        ascii = true;
        signs = BEFORE[mark];
        continue;
      }
      if (whole < 0) whole = at;
      if (code > 127) ascii = false;
      if (kind & LETTER) signs = hashOn(signs, code | 32);
      else {
        if (odd < 0) odd = at;
        if (kind & DIGIT) signs = hashOn(signs, code);
      }
      if (!(kind & STOP)) end = at + 1;
    } else if (whole >= 0) {
      const size = end - whole;
      if (odd >= 0 && odd < end && size >= SHORTEST_WHOLE && size <= LONGEST_WHOLE && wholes.length < atMost) {
        wholes.push(ascii ? signs | 0 : marked(mark, compact(text.slice(whole, end))));
      }
      whole = -1;
      odd = -1;
      ascii = true;
      signs = BEFORE[mark];
    }
  }
  return { words, wholes };
}

const LONGEST = 8_192;
const scratch = Buffer.alloc(2 * LONGEST);
const scratchCodes = codesIn(scratch);

/**
 * The codes are valid until the next text is read. Engines read an array of codes far faster than the characters of a
 * string, which has many internal forms.
 */
function codesOf(text: string): Uint16Array {
  const fits = text.length <= LONGEST;
  const bytes = fits ? scratch : Buffer.alloc(2 * text.length);
  bytes.write(text, 'utf16le');
  return fits ? scratchCodes : codesIn(bytes);
}

function codesIn({ buffer, byteOffset, length }: Buffer): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2);
}

const BLANK = 32;
const SLASH = 47;
const COLON = 58;
const WORD = 1;
const LETTER = 2;
const DIGIT = 4;
const BREAK = 8;
const STOP = 16;

/**
 * Outside of ASCII, every character that is no blank is part of a word; these are the blanks there (ECMAScript,
 * `WhiteSpace`).
 */
const WIDE_BLANKS =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const KINDS = new Uint8Array(0x10000).fill(WORD);
for (let code = 0; code < 128; code++) KINDS[code] = kindOf(code);
for (const blank of WIDE_BLANKS) KINDS[blank.charCodeAt(0)] = WORD | BREAK;

function kindOf(code: number): number {
  const sign = String.fromCharCode(code);
  return (
    (isWord(code) ? WORD : 0) |
    (isUpper(code) || isLower(code) ? LETTER : 0) |
    (isDigit(code) ? DIGIT : 0) |
    (/[\s,;"'()[\]{}<>]/.test(sign) ? BREAK : 0) |
    (/[.:!?]/.test(sign) ? STOP : 0)
  );
}
