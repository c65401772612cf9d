import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../connector.js';

type Elements = readonly Json[];

/** Which elements of now give way to which of before. */
export interface Place {
  /** In now: from here on, up to and without `last`. */
  readonly first: number;
  readonly last: number;
  /** The same in before. */
  readonly replaced: readonly [from: number, to: number];
}

/** The list without the call; null as of `placeIn`. */
export function listWithout(before: Elements, after: Elements, now: Elements): Elements | null {
  const place = placeIn(before, after, now);
  return place && [...now.slice(0, place.first), ...before.slice(...place.replaced), ...now.slice(place.last)];
}

/**
 * Where the call's change is, where other clients have pushed to or popped from the ends of the list since.
 * @returns null where it cannot be told: the elements around the change are gone, or more than one list would fit
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
 * What the call put into the list and the undo would take out of it, without what the undo puts there again. `isEnclosed`: other elements stand on both sides of
 * it, so that a client that took it from an end and pushed an equal one would have left another order.
 */
export function takenOut(before: Elements, after: Elements, now: Elements): { taken: Elements; isEnclosed: boolean } {
  const place = placeIn(before, after, now) ?? placeOf(before, after);
  const { first, last, replaced } = place;
  const back = before.slice(...replaced);
  const taken = now.slice(first, last).filter((one) => !back.some((other) => isDeepStrictEqual(one, other)));
  return { taken, isEnclosed: first > 0 && last < now.length };
}

/** Where the change is in a list that reads as the call left it. */
function placeOf(before: Elements, after: Elements): Place {
  const start = commonPrefix(before, after);
  const end = after.length - commonPrefix(before.slice(start).reverse(), after.slice(start).reverse());
  return { first: start, last: end, replaced: [start, before.length - (after.length - end)] };
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
