import { type Budget, EACH_STEP } from '../facts/budget.js';
import { isContainer } from './kinds.js';

/** Compares two JSON values; the order of keys means nothing. */
export function jsonEqual(a: unknown, b: unknown, budget: Budget): boolean {
  budget.left -= 1;
  if (budget.left < 0) return false;
  if (!isContainer(a) || !isContainer(b)) {
    if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) budget.left -= a.length / EACH_STEP;
    return a === b;
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => jsonEqual(item, b[index], budget));
  if (Array.isArray(a) || Array.isArray(b)) return false;
  // Lists of names would cost more than the comparison of most members.
  let more = 0;
  for (const name in a) {
    more += 1;
    budget.left -= 1;
    if (!Object.hasOwn(b, name) || !jsonEqual(a[name], b[name], budget)) return false;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}
