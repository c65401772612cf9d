import { INVISIBLE, type InvisibleKind, kindOfInvisible } from './invisible.js';
import { lookAlikesIn } from './look-alikes.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type MarkKind = InvisibleKind | 'look-alike';

interface Mark {
  readonly character: string;
  readonly index: number;
  readonly kind: MarkKind;
}

/** Nothing in such a text is marked, except the bracket that a mark begins with. */
const PLAIN = /^[\t\n\r -~]*$/;
/** So many equal characters in a row are one mark with their number. */
const RUN = 4;

/** Every character that shows as nothing, as a blank or as another one, in the order of the text. */
export function marksIn(text: string): Mark[] {
  if (PLAIN.test(text)) return [];
  const unseen = [...text.matchAll(INVISIBLE)].map(({ 0: character, index }) => ({
    character,
    index,
    kind: kindOfInvisible(character),
  }));
  const places = new Set(unseen.map(({ index }) => index));
  const alike = [...lookAlikesIn(text, places)]
    .filter((index) => !places.has(index))
    .map((index) => ({
      character: String.fromCodePoint(text.codePointAt(index) ?? 0),
      index,
      kind: 'look-alike' as const,
    }));
  return [...unseen, ...alike].sort((a, b) => a.index - b.index);
}

/**
 * Marked characters as `⟦U+202E⟧`, four and more of the same as `⟦U+202E×4⟧`. The opening bracket is shown by its number too, so
 * that no text can pretend to be a mark: two texts never look the same.
 */
export function reveal(text: string): string {
  if (PLAIN.test(text)) return text;
  const brackets = [...text.matchAll(/⟦/g)].map(({ index }) => ({ character: '⟦', index }));
  const marks = [...marksIn(text), ...brackets].sort((a, b) => a.index - b.index);
  const parts: string[] = [];
  let end = 0;
  for (let at = 0; at < marks.length; ) {
    const { character, index } = marks[at] as Mark;
    let count = 1;
    while (marks[at + count]?.character === character && marks[at + count]?.index === index + count * character.length)
      count++;
    const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    parts.push(text.slice(end, index), count < RUN ? `⟦${name}⟧`.repeat(count) : `⟦${name}×${count}⟧`);
    end = index + count * character.length;
    at += count;
  }
  return parts.join('') + text.slice(end);
}

/** A JSON value with all its texts and names revealed; the value itself stays as it is. */
export function revealAll<J extends Json>(value: J): J;
export function revealAll(value: Json): Json {
  if (typeof value === 'string') return reveal(value);
  if (Array.isArray(value)) return value.map((member: Json) => revealAll(member));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [reveal(name), revealAll(member)]));
}
