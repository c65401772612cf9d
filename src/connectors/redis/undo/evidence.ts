import { isUnguessable } from '../../proof/unguessable.js';
import type { Part, State } from '../part.js';
import { takenOut } from './list-merge.js';
import { isAsCallLeft } from './merge.js';
import { inConflict, type Judged } from './verdicts.js';
import type { Change } from './world.js';

/** The record's statements about the call. */
export interface RecordedFacts {
  readonly answer: 'fits' | 'stale' | 'unknown';
  readonly isPlaceProven: boolean;
  readonly isUnseen: boolean;
}

/**
 * An answer that does not fit the captured state shows that another client changed it between the precapture and the
 * call, so that the snapshot is not the state that the call replaced.
 */
export function fitting(judged: readonly Judged[], { answer }: RecordedFacts): readonly Judged[] {
  if (answer !== 'stale') return judged;
  return judged.map((one) => (one.verdict.is === 'restore' ? inConflict(one) : one));
}

/**
 * A sum in a key whose expiry is not the one that the call left is in conflict, even if the number is the same: the key
 * expired and came back, or another client set it.
 * @param all the parts of the call, also those that it left unchanged
 */
export function inSameKeys(judged: readonly Judged[], all: readonly Change[], now: (part: Part) => State): Judged[] {
  const expiries = new Map(all.filter(({ part }) => part.kind === 'expiry').map((one) => [one.part.key, one]));
  return judged.map((one) => {
    const expires = expiries.get(one.part.key);
    const isSame = !expires || isAsCallLeft(expires.after, now(expires.part));
    return isSame || one.verdict.is !== 'restore' ? one : inConflict(one);
  });
}

/**
 * True when the undo would take elements out of a list that may be another client's: a list keeps neither author nor
 * time, and an element that was popped and pushed again is equal. Random elements, and a place between others,
 * distinguish them.
 */
export function isOfAnother({ part, verdict, isForced, before, after, now }: Judged): boolean {
  return verdict.is === 'restore' && !isForced && mayBeOfAnother(part, before, after, now);
}

/** @param now the present state; when absent, the state that the call left */
export function mayBeOfAnother({ kind }: Part, before: State, after: State, now: State = after): boolean {
  if (kind !== 'list') return false;
  const { taken, isEnclosed } = takenOut(elementsOf(before), elementsOf(after), elementsOf(now));
  return !isEnclosed && !taken.every((element) => typeof element === 'string' && isUnguessable(element));
}

const elementsOf = (state: State): readonly State[] => (Array.isArray(state) ? state : []);

/**
 * True when there is evidence that the call took effect in this database: a part reads as the call left it, or the
 * client reported that it sent the call there and got an answer.
 */
export function hasEvidence(judged: readonly Judged[], { answer, isPlaceProven }: RecordedFacts): boolean {
  if (
    judged.some(
      ({ verdict, isForced, part }) =>
        verdict.is === 'restore' && (isForced || verdict.isAsLeft || part.kind === 'list'),
    )
  )
    return true;
  return isPlaceProven && answer !== 'unknown';
}
