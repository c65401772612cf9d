import type { Json } from '../../connectors/connector.js';
import { shortName } from './short-name.js';

/** Everything a reader does not see, and what makes the rest look different: no text on a card may hold it unseen. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** The opening bracket of the visible form is shown by its number too, so that no text can pretend to be one. */
const SHOWN_BY_NUMBER = new RegExp(`${HIDDEN.source}|⟦`, 'gu');

export type HiddenKind = 'bidi' | 'zero-width' | 'soft-hyphen' | 'tag' | 'variation-selector' | 'control' | 'other';

export interface HiddenCharacters {
  /** Where: the path of a member, such as `payload.items.0.note`; of a name, the path that the name ends. */
  readonly field: string;
  /** Which, each once, in the order they occur. */
  readonly kinds: readonly HiddenKind[];
}

/** Hidden characters as `⟦U+202E⟧`; the same text for the same text only. */
export function reveal(text: string): string {
  return text.replaceAll(SHOWN_BY_NUMBER, (character) => {
    const number = character.codePointAt(0) ?? 0;
    return `⟦U+${number.toString(16).toUpperCase().padStart(4, '0')}⟧`;
  });
}

/** A JSON value with all its texts and names revealed; the value itself stays as it is. */
export function revealAll(value: Json): Json {
  if (typeof value === 'string') return reveal(value);
  if (Array.isArray(value)) return value.map(revealAll);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [reveal(name), revealAll(member)]));
}

/** The first places in a JSON value that hold hidden characters. */
export function findHidden(value: Json, at: string, most = Number.POSITIVE_INFINITY): HiddenCharacters[] {
  const found: HiddenCharacters[] = [];
  for (const place of placesIn(value, at)) {
    if (found.length >= most) break;
    found.push(place);
  }
  return found;
}

function* placesIn(value: Json, at: string): Generator<HiddenCharacters> {
  if (typeof value === 'string') yield* hiddenIn(value, at);
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const field = `${at}.${shortName(reveal(name))}`;
    yield* hiddenIn(name, field);
    yield* placesIn(member, field);
  }
}

function hiddenIn(text: string, field: string): HiddenCharacters[] {
  const kinds = new Set<HiddenKind>();
  for (const [character] of text.matchAll(HIDDEN)) kinds.add(kindOf(character.codePointAt(0) ?? 0));
  return kinds.size > 0 ? [{ field, kinds: [...kinds] }] : [];
}

function kindOf(code: number): HiddenKind {
  const within = (from: number, to: number) => code >= from && code <= to;
  if (within(0x202a, 0x202e) || within(0x2066, 0x2069) || code === 0x200e || code === 0x200f || code === 0x061c)
    return 'bidi';
  if (within(0x200b, 0x200d) || code === 0x2060 || code === 0xfeff) return 'zero-width';
  if (code === 0x00ad) return 'soft-hyphen';
  if (within(0xe0000, 0xe007f)) return 'tag';
  if (within(0xfe00, 0xfe0f) || within(0xe0100, 0xe01ef)) return 'variation-selector';
  if (within(0, 0x1f) || within(0x7f, 0x9f)) return 'control';
  return 'other';
}
