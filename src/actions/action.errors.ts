import { planRequired } from '../auth/auth.errors.js';
import { DomainError } from '../platform/errors.js';

interface Kept {
  actionId?: string;
  replayed?: boolean;
}

export const policyBlocked = (reason: string | null, policyIds: readonly string[], kept: Kept = {}) =>
  new DomainError('forbidden', 'policy-blocked', reason ?? 'A policy of your organization blocks this call.', {
    ...kept,
    policyIds,
  });

export const approvalNeedsPlan = (kept: Kept = {}) => {
  const { message } = planRequired('PRO', 'The approval this call has to wait for');
  return new DomainError('forbidden', 'plan-required', message, kept);
};

export const quotaExceeded = () =>
  new DomainError(
    'limited',
    'quota-exceeded',
    'The organization has used up its actions for this calendar month (UTC).',
  );

export const sessionClosed = (kept: Kept = {}) =>
  new DomainError('conflict', 'session-closed', 'The session is completed: nothing new may start in it.', kept);

export const sessionRolledBack = (kept: Kept = {}) =>
  new DomainError(
    'conflict',
    'session-rolled-back',
    'A rollback of the session has begun: nothing may start in it.',
    kept,
  );

export const precaptureMismatch = (kept: Kept = {}) =>
  new DomainError(
    'conflict',
    'precapture-mismatch',
    'The precapture belongs to another session, apiName or payload, or another action has taken it.',
    kept,
  );

export const illegalTransition = (from: string, to: string) =>
  new DomainError('conflict', 'illegal-transition', `An action that is ${from} cannot become ${to}.`);

/** The problem a kept call was, and on a replay is again, answered with. */
export function refusalOf(code: string, reason: string | null, policyIds: readonly string[], kept: Kept): DomainError {
  switch (code) {
    case 'policy-blocked':
      return policyBlocked(reason, policyIds, kept);
    case 'plan-required':
      return approvalNeedsPlan(kept);
    case 'session-closed':
      return sessionClosed(kept);
    case 'session-rolled-back':
      return sessionRolledBack(kept);
    case 'precapture-mismatch':
      return precaptureMismatch(kept);
    default:
      throw new Error(`an action was kept with an unknown refusal: ${code}`);
  }
}
