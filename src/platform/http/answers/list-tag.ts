/**
 * The ETag that identifies the state of a list. It is weak, because an answer also holds values that change with time.
 * @param state any text without quotes
 */
export const tagOf = (state: string) => `W/"${state}"`;

/** True when a client knows that state already: `known` is its If-None-Match, a list of tags or `*`. */
export function isKnown(known: string | null, tag: string): boolean {
  if (known === null) return false;
  if (known.trim() === '*') return true;
  return known.split(',').some((one) => opaque(one) === opaque(tag));
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
