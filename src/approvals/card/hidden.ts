import type { Json } from '../../connectors/connector.js';
import { type MarkKind, marksIn, reveal } from '../../platform/reveal/reveal.js';
import { shortName } from './short-name.js';

export interface HiddenCharacters {
  /**
   * The path of a member, such as `payload.items.0.note`; for a hidden character in a name, the path that ends with the
   * name.
   */
  readonly field: string;
  /** The kinds of marks, each once, in the order in which they occur. */
  readonly kinds: readonly MarkKind[];
}

/** The first places in a JSON value that hold characters which show as nothing, as a blank or as another one. */
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
  const kinds = new Set(marksIn(text).map(({ kind }) => kind));
  return kinds.size > 0 ? [{ field, kinds: [...kinds] }] : [];
}
