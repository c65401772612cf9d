import { isDeepStrictEqual } from 'node:util';
import { NEVER, OTHER_TYPE, type Part, type State } from '../part.js';
import { type CapturedOf, type Verdict, verdictOf } from './merge.js';
import type { Change } from './world.js';

/** A part that the call changed, with its former, expected and present state, and the verdict. */
export interface Judged extends Change {
  readonly now: State;
  readonly verdict: Verdict;
  /** The part was in conflict, and an operator forces its former state. */
  readonly isForced?: boolean;
  /** The amount that the call added is subtracted from the present value. */
  readonly isSubtracted?: boolean;
  /** The amount that the call added, for a number in conflict. */
  readonly added?: string;
}

/**
 * Judges the parts of a call together: the expiry of a key goes with its value.
 * @param nowOf the present state of a part
 * @param captured its former state
 * @param isOneStep true when the call moved a value: if one part is in conflict, undoing the others would double or
 * lose it
 */
export function judge(
  changes: readonly Change[],
  nowOf: (part: Part) => State,
  captured: CapturedOf,
  isOneStep: boolean,
): Judged[] {
  const judged = changes.map((change) => {
    const now = nowOf(change.part);
    return { ...change, now, verdict: verdictOf(change, now, captured) };
  });
  const isTied = judged
    .filter((one) => !isOfStayingKey(one, judged))
    .map((one) => (keepsItsKey(one, judged) ? one : inConflict(one)));
  if (!isOneStep || isTied.every(({ verdict }) => verdict.is !== 'conflict')) return isTied;
  return isTied.map((one) => (one.verdict.is === 'restore' ? inConflict(one) : one));
}

/** True for the expiry of a key that the call made, and that stays with the additions of other clients. */
function isOfStayingKey({ part, before }: Judged, all: readonly Judged[]): boolean {
  if (part.kind !== 'expiry' || before !== null) return false;
  const verdict = all.find((one) => one.part.kind === 'value' && one.part.key === part.key)?.verdict;
  return verdict?.is === 'restore' && verdict.to !== null;
}

function keepsItsKey({ part, verdict }: Judged, all: readonly Judged[]): boolean {
  if (verdict.is !== 'restore') return true;
  const value = all.find((one) => one.part.kind === 'value' && one.part.key === part.key);
  if (part.kind === 'expiry') return value ? value.verdict.is !== 'conflict' : verdict.to !== null;
  return true;
}

/** The value of a key that the call made expires with the key, so no value of another client may be in it. */
export function withForeignExpiries(judged: readonly Judged[], expiryOf: (key: string) => State): Judged[] {
  return judged.map((one) => {
    const { part, verdict } = one;
    if (part.kind !== 'value' || verdict.is !== 'restore' || verdict.to !== null || one.now === null) return one;
    const own = judged.find((other) => other.part.kind === 'expiry' && other.part.key === part.key);
    const isOwn = own ? own.verdict.is !== 'conflict' : expiryOf(part.key) === NEVER;
    return isOwn ? one : inConflict(one);
  });
}

export const inConflict = (one: Judged): Judged => ({ ...one, verdict: { is: 'conflict' } });

/** Forces the undo: parts that other clients changed return to their former state. */
export function forced(judged: readonly Judged[], captured: CapturedOf): Judged[] {
  return judged.map((one) => {
    if (one.verdict.is !== 'conflict' || !isWritable(one)) return one;
    const to = one.before === null ? null : captured(one.part);
    return { ...one, isForced: true, verdict: { is: 'restore', to, isAsLeft: false } };
  });
}

/** A field or a member cannot be written to a key that now holds another type. */
const isWritable = ({ part: { kind }, now }: Judged) =>
  kind === 'value' || kind === 'list' || !isDeepStrictEqual(now, OTHER_TYPE);
