import { isDeepStrictEqual } from 'node:util';
import { Captured } from '../../captured.js';
import type { Json } from '../../connector.js';
import { type ExpiryRange, NEVER, type Part, type State } from '../part.js';
import { type Place, placeIn } from './list-merge.js';
import type { Change } from './world.js';

/** The captured state of a part, which is all that an undo can write. Null when it was empty. */
export type CapturedOf = (part: Part) => Captured<State> | null;

/** The verdict of an undo on one part. */
export type Verdict =
  | { readonly is: 'already-restored' }
  | { readonly is: 'restore'; readonly to: Captured<State> | null; readonly isAsLeft: boolean }
  | { readonly is: 'conflict' };

const CONFLICT: Verdict = { is: 'conflict' };

/**
 * Decides from the former, the expected and the present state of one part. Lists are undone beside the pushes and pops
 * of other clients at their ends.
 */
export function verdictOf({ part, before, after }: Change, now: State, captured: CapturedOf): Verdict {
  const isAsLeft = isAsCallLeft(after, now);
  if (isDeepStrictEqual(now, before)) return { is: 'already-restored' };
  if (isAsLeft) return { is: 'restore', to: before === null ? null : captured(part), isAsLeft };
  if (part.kind !== 'list') return CONFLICT;
  if (!isList(now)) return CONFLICT;
  const place = placeIn(elementsOf(before), elementsOf(after), elementsOf(now));
  if (!place) return CONFLICT;
  const list = listAround(place, before === null ? null : (captured(part) as Captured<readonly Json[]> | null), now);
  return { is: 'restore', to: list, isAsLeft: false };
}

/** The captured elements between those that are there now. Null when none is left. */
function listAround(
  { first, last, replaced: [from, to] }: Place,
  captured: Captured<readonly Json[]> | null,
  now: Json[] | null,
): Captured<State> | null {
  const standing = Captured.standing(elementsOf(now));
  const between = captured ? [captured.slice(from, to)] : [];
  const all = Captured.joined([standing.slice(0, first), ...between, standing.slice(last, standing.value.length)]);
  return all.value.length > 0 ? (all as Captured<State>) : null;
}

/** Also compares an expiry that is known only as a range. */
export function isAsCallLeft(after: State, now: State): boolean {
  if (typeof after === 'object' && after !== null && 'from' in after) {
    const { from, to } = after as unknown as ExpiryRange;
    return typeof now === 'number' && now >= from && now <= to;
  }
  return isDeepStrictEqual(now, after);
}

const isList = (state: State): state is Json[] | null => state === null || Array.isArray(state);
const elementsOf = (state: State): readonly Json[] => (state as Json[] | null) ?? [];

/**
 * The real changes. A key whose expiry has passed is gone: no part of it is as it was captured, or as the call left it.
 * @param at milliseconds by the server's clock
 */
export function changesAt(all: readonly Change[], at: number): Change[] {
  const expiries = new Map(all.filter(({ part }) => part.kind === 'expiry').map((one) => [one.part.key, one]));
  return all
    .map((one) => {
      const expires = expiries.get(one.part.key);
      const before = hasPassed(expires?.before, at) ? null : one.before;
      return { ...one, before, after: hasPassed(expires?.after, at) ? null : one.after };
    })
    .filter(({ part, before, after }) => part.kind !== 'members' && !isDeepStrictEqual(before, after))
    .filter((one) => one.part.kind !== 'expiry' || isOwnExpiry(one, all));
}

/** A key of many parts comes and goes with them, and its expiry is none of the call's. */
function isOwnExpiry({ part, before, after }: Change, all: readonly Change[]): boolean {
  const isWhole = all.some((one) => one.part.kind === 'value' && one.part.key === part.key);
  return isWhole || (before !== null && after !== null);
}

function hasPassed(expires: State | undefined, at: number): boolean {
  if (typeof expires === 'number') return expires !== NEVER && expires <= at;
  const { to } = (expires ?? {}) as { to?: number };
  return to !== undefined && to <= at;
}
