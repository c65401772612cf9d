import type { Action } from '../api/actions';

const VIOLATIONS: Readonly<Record<NonNullable<Action['violation']>, string>> = {
  blocked: 'A policy blocks this call, and the agent made it all the same.',
  unapproved: 'The call needs an approval, and the agent made it without one.',
  paused: 'The agent was paused when it made this call.',
  'after-completion': 'The agent made this call after the session was completed.',
  'after-rollback': 'The agent made this call after the session was rolled back.',
  'payload-mismatch': 'The agent made this call with other arguments than those that were permitted.',
  ungated: 'The agent reported this call, and had not asked for it before.',
  lapsed: 'The agent made this call after its approval had lapsed.',
};

export const violationWords = (violation: NonNullable<Action['violation']>): string => VIOLATIONS[violation];

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
