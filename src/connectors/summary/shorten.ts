import { createHash } from 'node:crypto';

/** A piece of a summary; `least` characters of it stay, and Infinity means that it is never cut. */
export interface Piece {
  readonly text: string;
  readonly kind: 'literal' | 'id' | 'text';
}

/** The characters of a summary, at most. */
export const LONGEST = 80;
const LEAST = { text: 8, id: 12 } as const;
const MARK = '…';
/** The characters of a text that are read; the rest is represented by its hash only. */
const LOOKED_AT = 2_000;

/**
 * Joins pieces to a text of at most 80 characters. The contents of the call are cut before the names of its targets.
 * When the name of a target is cut, `~` and six digits of the hash of all pieces follow, so that two calls on different
 * targets never read alike.
 */
export function shorten(pieces: readonly Piece[]): string {
  const whole = pieces.map(({ text }) => text).join('');
  if (lengthOf(whole) <= LONGEST) return whole;
  const cutTexts = cut(pieces, 'text', LONGEST);
  if (sizeOf(cutTexts) <= LONGEST) return join(cutTexts);
  const hash = `~${createHash('sha256').update(whole).digest('hex').slice(0, 6)}`;
  const room = LONGEST - hash.length - 1;
  const cutIds = cut(cutTexts, 'id', room);
  const joined = [...join(cutIds)];
  return `${joined.length > room ? joined.slice(0, room - 1).join('') + MARK : joined.join('')} ${hash}`;
}

/** Takes characters from the pieces of a kind, from the longest first, until all fit or each has its least. */
function cut(pieces: readonly Piece[], kind: 'id' | 'text', room: number): readonly Piece[] {
  const others = sizeOf(pieces.filter((piece) => piece.kind !== kind));
  const mine = pieces.filter((piece) => piece.kind === kind).map(({ text }) => lengthOf(text));
  let [left, parts] = [Math.max(0, room - others), mine.length];
  let each = 0;
  for (const length of mine.toSorted((a, b) => a - b)) {
    each = Math.max(LEAST[kind], Math.floor(left / parts));
    if (length > each) break;
    left -= length;
    parts--;
  }
  return pieces.map((piece) => (piece.kind === kind ? { ...piece, text: middleCut(piece.text, each, kind) } : piece));
}

/** A name keeps its end too, because paths and ids differ there. */
function middleCut(text: string, length: number, kind: 'id' | 'text'): string {
  if (lengthOf(text) <= length) return text;
  const start = [...text.slice(0, LOOKED_AT)];
  if (kind === 'text') return start.slice(0, length - 1).join('') + MARK;
  const tail = Math.floor((length - 1) / 2);
  return start.slice(0, length - 1 - tail).join('') + MARK + [...text.slice(-LOOKED_AT)].slice(-tail).join('');
}

const join = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');
const sizeOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { text }) => sum + lengthOf(text), 0);
/** The length in characters; a text beyond the limit is long in any case. */
const lengthOf = (text: string) => (text.length > LOOKED_AT ? text.length : [...text].length);
