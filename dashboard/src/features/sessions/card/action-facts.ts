import { sessionsWords as words } from '../../../words';
import type { Action } from '../api';

/** Says which rule a call broke. */
export const violationWords = (violation: NonNullable<Action['violation']>): string => words.violation[violation];

/** Reads the words of the provider from a refusal. */
export function refusalIn(response: Action['response']): string | null {
  const { refusal } = (response ?? {}) as { readonly refusal?: { readonly message?: unknown } };
  return typeof refusal?.message === 'string' ? refusal.message : null;
}

const MAY_HAVE_AN_EFFECT = new Set<Action['status']>(['SUCCESS', 'ROLLBACK_FAILED', 'UNKNOWN']);

/** Tells whether an undo of this action alone makes sense. */
export const canBeUndone = ({
  operationType,
  status,
  settledAs,
}: Pick<Action, 'operationType' | 'status' | 'settledAs'>): boolean =>
  operationType !== 'READ' && MAY_HAVE_AN_EFFECT.has(status) && settledAs === null;

/**
 * Tells whether a person may settle a call: its outcome is not known, the undo failed, it broke a rule, or no state was
 * captured that an undo could restore.
 */
export const canBeSettled = (action: Action): boolean =>
  canBeUndone(action) &&
  (action.status !== 'SUCCESS' ||
    action.violation !== null ||
    action.snapshot === null ||
    action.snapshot.captureFailed);
