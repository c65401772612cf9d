import type { Budget } from '../facts/budget.js';
import { folded, isNormalizable } from './folded.js';

/** Folding takes about as long as comparing eight times as many characters. */
const FOLDED_EACH_STEP = 8;

/**
 * Folds all texts of a JSON value; names of members stay. Null when the budget is spent, or a text takes too long to
 * normalize.
 */
export function foldedJson(value: unknown, budget: Budget): { readonly json: unknown } | null {
  budget.left -= 1 + (typeof value === 'string' ? value.length / FOLDED_EACH_STEP : 0);
  if (budget.left < 0) return null;
  if (typeof value === 'string') return isNormalizable(value) ? { json: folded(value) } : null;
  if (typeof value !== 'object' || value === null) return { json: value };
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const one = foldedJson(member, budget);
    if (!one) return null;
    entries.push([name, one.json]);
  }
  return { json: Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries) };
}
