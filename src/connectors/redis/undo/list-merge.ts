import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../connector.js';

type Elements = readonly Json[];

/** The elements of `now` that are replaced by elements of `before`. */
export interface Place {
  /** The range in `now`: from this index, up to and without `last`. */
  readonly first: number;
  readonly last: number;
  /** The range in `before`. */
  readonly replaced: readonly [from: number, to: number];
}

/** The list without the call; null as of `placeIn`. */
export function listWithout(before: Elements, after: Elements, now: Elements): Elements | null {
  const place = placeIn(before, after, now);
  return place && [...now.slice(0, place.first), ...before.slice(...place.replaced), ...now.slice(place.last)];
}

/**
 * Finds the call's change after other clients pushed to or popped from the ends of the list.
 * @returns null when it is unknown: the elements around the change are gone, or more than one list would fit
 */
export function placeIn(before: Elements, after: Elements, now: Elements): Place | null {
  const { first: start, last: end, replaced } = placeOf(before, after);
  const results: { readonly place: Place; readonly list: Elements }[] = [];
  for (let shift = -end; shift <= now.length - start; shift++) {
    if (!fits(after, now, shift, start, end)) continue;
    const place = { first: shift + start, last: shift + end, replaced };
    const list = [...now.slice(0, place.first), ...before.slice(...replaced), ...now.slice(place.last)];
    if (!results.some((one) => isDeepStrictEqual(one.list, list))) results.push({ place, list });
    if (results.length > 1) return null;
  }
  return results[0]?.place ?? null;
}

/**
 * The elements that the call put into the list and the undo would take out, without those that the undo puts back.
 * `isEnclosed`: other elements stand on both sides of it, so that a client that took it from an end and pushed an equal
 * one would have left another order.
 */
export function takenOut(before: Elements, after: Elements, now: Elements): { taken: Elements; isEnclosed: boolean } {
  const place = placeIn(before, after, now) ?? placeOf(before, after);
  const { first, last, replaced } = place;
  const back = before.slice(...replaced);
  const taken = now.slice(first, last).filter((one) => !back.some((other) => isDeepStrictEqual(one, other)));
  return { taken, isEnclosed: first > 0 && last < now.length };
}

/** The place of the change in a list that reads as the call left it. */
function placeOf(before: Elements, after: Elements): Place {
  const start = commonPrefix(before, after);
  const end = after.length - commonPrefix(before.slice(start).reverse(), after.slice(start).reverse());
  return { first: start, last: end, replaced: [start, before.length - (after.length - end)] };
}

/**
 * True when the elements from `start` to `end` of `after`, and one beside them, are in `now` at this distance, and all
 * other overlapping elements are equal.
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
