import type { Budget } from '../facts/budget.js';
import { isContainer } from './kinds.js';

/** Replaces the value of a text that repeats a name in one object: receivers use the first, the last or both. */
export const AMBIGUOUS = Object.freeze({ ambiguous: true });

/** Reading a text as JSON takes about as long as comparing eight times as many characters. */
const PARSED_EACH_STEP = 8;
const MAY_BE_JSON = /^\s*["[{]/;
/** In valid JSON, the text before a colon is the name of a member. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/** The value that a text spells as JSON: a text, list or object, or `AMBIGUOUS`. Undefined for every other text. */
export function jsonIn(text: string, budget: Budget): unknown {
  if (!MAY_BE_JSON.test(text)) return undefined;
  budget.left -= 1 + text.length / PARSED_EACH_STEP;
  if (budget.left < 0) return undefined;
  return spelledJson(text);
}

/** Reads a text as JSON, without a limit. Blanks around the JSON, and a byte order mark before it, mean nothing. */
export function spelledJson(text: string): unknown {
  if (!MAY_BE_JSON.test(text)) return undefined;
  const bare = text.trim();
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return undefined;
  }
  return isContainer(value) && namesIn(bare) > membersOf(value) ? AMBIGUOUS : value;
}

function namesIn(text: string): number {
  let names = 0;
  for (const [, colon] of text.matchAll(TEXTS)) if (colon !== undefined) names += 1;
  return names;
}

function membersOf(value: object): number {
  let members = 0;
  for (const left: object[] = [value]; left.length > 0; ) {
    const one = left.pop() as object;
    const inner = Object.values(one);
    if (!Array.isArray(one)) members += inner.length;
    for (const member of inner) if (isContainer(member)) left.push(member);
  }
  return members;
}
