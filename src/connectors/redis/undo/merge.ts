import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../connector.js';
import { type ExpiryRange, NEVER, type State } from '../part.js';
import { listWithout } from './list-merge.js';
import { type Change, stringOf, textOf, totalOf } from './world.js';

/** What an undo makes of one part. */
export type Verdict =
  | { readonly is: 'already-restored' }
  | { readonly is: 'restore'; readonly to: State; readonly isAsLeft: boolean }
  | { readonly is: 'conflict' };

const CONFLICT: Verdict = { is: 'conflict' };

/** Before, after and now of one part. Numbers and lists are undone beside the changes of other clients. */
export function verdictOf({ part, before, after, added }: Change, now: State): Verdict {
  const isAsLeft = isAsCallLeft(after, now);
  if (added !== null) return withoutSum({ part, before }, added, now, isAsLeft);
  if (isDeepStrictEqual(now, before)) return { is: 'already-restored' };
  if (isAsLeft) return { is: 'restore', to: before, isAsLeft };
  if (part.kind !== 'list') return CONFLICT;
  if (!isList(now)) return CONFLICT;
  const elements = listWithout(elementsOf(before), elementsOf(after), elementsOf(now));
  return elements ? { is: 'restore', to: elements.length > 0 ? [...elements] : null, isAsLeft: false } : CONFLICT;
}

/** Also where only a range of the expiry is known. */
export function isAsCallLeft(after: State, now: State): boolean {
  if (typeof after === 'object' && after !== null && 'from' in after) {
    const { from, to } = after as unknown as ExpiryRange;
    return typeof now === 'number' && now >= from && now <= to;
  }
  return isDeepStrictEqual(now, after);
}

function withoutSum(
  { part, before }: Pick<Change, 'part' | 'before'>,
  added: string,
  now: State,
  isAsLeft: boolean,
): Verdict {
  if (isAsLeft) return { is: 'restore', to: before, isAsLeft };
  const text = now === null ? null : textOf(now);
  const rest = text === null ? null : totalOf(part, text, -1, added);
  if (rest === null) return CONFLICT;
  return { is: 'restore', to: typeof now === 'string' ? rest : stringOf(rest), isAsLeft: false };
}

const isList = (state: State): state is Json[] | null => state === null || Array.isArray(state);
const elementsOf = (state: State): readonly Json[] => (state as Json[] | null) ?? [];

/**
 * What really changed. A key whose moment has passed is gone: nothing of it is as it was captured, or as the call left it.
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
