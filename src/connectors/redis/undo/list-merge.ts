import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../connector.js';

type Elements = readonly Json[];

/**
 * The list without the call, where other clients have pushed to or popped from its ends since.
 * @returns null where it cannot be told: the elements around the change are gone, or more than one list would fit
 */
export function listWithout(before: Elements, after: Elements, now: Elements): Elements | null {
  const start = commonPrefix(before, after);
  const end = after.length - commonPrefix(before.slice(start).reverse(), after.slice(start).reverse());
  const replaced = before.slice(start, before.length - (after.length - end));
  const results: Elements[] = [];
  for (let shift = -end; shift <= now.length - start; shift++) {
    if (!fits(after, now, shift, start, end)) continue;
    const result = [...now.slice(0, shift + start), ...replaced, ...now.slice(shift + end)];
    if (!results.some((one) => isDeepStrictEqual(one, result))) results.push(result);
    if (results.length > 1) return null;
  }
  return results[0] ?? null;
}

/**
 * Whether the elements from `start` to `end` of `after`, and one beside them, are in `now` at this distance, and
 * everything else of both that overlaps is equal.
 */
function fits(after: Elements, now: Elements, shift: number, start: number, end: number): boolean {
  const [first, last] = [Math.max(0, -shift), Math.min(after.length, now.length - shift)];
  if (first > start || last < end || last - first < Math.min(after.length, end - start + 1)) return false;
  for (let at = first; at < last; at++) if (!isDeepStrictEqual(after[at], now[at + shift])) return false;
  return true;
}

function commonPrefix(one: Elements, other: Elements): number {
  let length = 0;
  while (length < one.length && length < other.length && isDeepStrictEqual(one[length], other[length])) length++;
  return length;
}
