import type { Json } from './connector.js';
import { canonicalNumber } from './decimal.js';

/** Stands for a number that JavaScript would keep as another one. It is equal to itself alone and is never sent. */
interface Inexact {
  readonly $inexact: string;
}

/** A text of JSON, or a number outside of texts. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A number of so many characters always survives a double. */
const SAFE_LENGTH = 15;

/** `JSON.parse` that marks each number which it would change. @throws SyntaxError */
export function parseExact(text: string): unknown {
  // A text that is no JSON must not become one.
  const value = JSON.parse(text);
  const marked = text.replaceAll(TOKEN, (token) => (isKept(token) ? token : JSON.stringify({ $inexact: token })));
  return marked === text ? value : JSON.parse(marked);
}

/** A number somewhere in the value that JavaScript cannot represent exactly; null when there is none. */
export function inexactIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (isInexact(value)) return value.$inexact;
  for (const member of Object.values(value)) {
    const found = inexactIn(member);
    if (found !== null) return found;
  }
  return null;
}

/** Replaces such numbers by their digits as texts, for an agent to read; no code compares the result. */
export function numbersAsTexts(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isInexact(value)) return value.$inexact;
  if (Array.isArray(value)) return value.map(numbersAsTexts);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numbersAsTexts(member)]));
}

function isKept(token: string): boolean {
  if (token.startsWith('"') || (token.length <= SAFE_LENGTH && !/[eE]/.test(token))) return true;
  return canonicalNumber(token) === canonicalNumber(String(Number(token)));
}

const isInexact = (value: object): value is Inexact => '$inexact' in value && typeof value.$inexact === 'string';
