import { inConflict, type Judged } from './verdicts.js';

/** What the record says of the call. */
export interface Told {
  readonly answer: 'fits' | 'stale' | 'unknown';
  readonly isPlaceProven: boolean;
  readonly isUnseen: boolean;
}

/**
 * An answer that does not fit the captured state: another client changed it between the precapture and the call, so that
 * the snapshot is not what the call replaced.
 */
export function fitting(judged: readonly Judged[], { answer }: Told): readonly Judged[] {
  if (answer !== 'stale') return judged;
  return judged.map((one) => (one.verdict.is === 'restore' ? inConflict(one) : one));
}

/**
 * Whether it is shown that the call took effect in this database: a part reads as the call left it, or the client told
 * that it sent the call there, and was answered.
 */
export function hasEvidence(judged: readonly Judged[], { answer, isPlaceProven }: Told): boolean {
  if (
    judged.some(
      ({ verdict, isForced, part }) =>
        verdict.is === 'restore' && (isForced || verdict.isAsLeft || part.kind === 'list'),
    )
  )
    return true;
  return isPlaceProven && answer !== 'unknown';
}
