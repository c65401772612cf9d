import { type Budget, EACH_STEP } from '../facts/budget.js';
import { AMBIGUOUS, jsonIn } from './json-text.js';
import { isContainer } from './kinds.js';

/** JSON inside JSON inside …: a value that is nested deeper counts as everything. */
const MAX_DEPTH = 16;

/**
 * True when one text that a receiver may read in the value satisfies `matches`: the text itself, the texts of a list or
 * object, and those of the JSON that a text spells. Numbers and flags are read as they are written.
 */
export function someText(value: unknown, matches: (text: string) => boolean, budget: Budget, depth = 0): boolean {
  budget.left -= 1 / EACH_STEP;
  if (budget.left < 0 || depth > MAX_DEPTH) return true;
  if (typeof value === 'string') {
    if (matches(value)) return true;
    const inside = jsonIn(value, budget);
    return inside === AMBIGUOUS || (inside !== undefined && someText(inside, matches, budget, depth + 1));
  }
  if (!isContainer(value)) return matches(String(value));
  if (Array.isArray(value)) return value.some((member) => someText(member, matches, budget, depth + 1));
  for (const name in value) if (someText(value[name], matches, budget, depth + 1)) return true;
  return false;
}

/** True when a receiver may read no value at all: an empty list or object, lists of those, and the JSON of one. */
export function mayBeNothing(value: unknown, budget: Budget, depth = 0): boolean {
  budget.left -= 1;
  if (budget.left < 0 || depth > MAX_DEPTH) return true;
  const inside = typeof value === 'string' ? jsonIn(value, budget) : value;
  if (inside === AMBIGUOUS) return true;
  return isContainer(inside) && Object.values(inside).every((member) => mayBeNothing(member, budget, depth + 1));
}
