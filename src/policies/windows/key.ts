import { MOST_STEPS } from '../facts/budget.js';
import { folded, isNormalizable } from '../texts/folded.js';
import { AMBIGUOUS, jsonIn } from '../values/json-text.js';

const MAX_DEPTH = 16;
/** Receivers leave blanks out of account numbers and addresses, and readers do not see the others. */
const NOT_SEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/gu;

/**
 * The value of a path as the key of its window: the same for each way to write it, so that no spelling gets a limit of its
 * own. Null for what is no text, number or flag.
 */
export function keyText(value: unknown, depth = 0): string | null {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.length === 1 ? keyText(value[0], depth + 1) : null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const inside = jsonIn(value, { left: MOST_STEPS });
  if (inside === AMBIGUOUS) return null;
  if (inside !== undefined) return keyText(inside, depth + 1);
  const bare = value.replaceAll(NOT_SEEN, '');
  return isNormalizable(bare) ? folded(bare.normalize('NFKC')) : null;
}
