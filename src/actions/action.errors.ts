import { planRequired } from '../auth/auth.errors.js';
import { DomainError } from '../platform/errors.js';
import { agentPaused } from '../sessions/session.errors.js';
import type { Refusal } from './rules/action-state.js';

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
  return new DomainError('forbidden', 'plan-required', message, { ...kept, refusal: 'policy' });
};

export const notOffered = (apiName: string) =>
  new DomainError(
    'forbidden',
    'operation-not-offered',
    `No stored credential offers "${apiName}" to agents: an operator has to offer it first.`,
  );

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

/** The reason why a client must not run a call. `agent`: the agent's slug. */
export function cannotBegin(refusal: Refusal, agent: string): DomainError {
  switch (refusal) {
    case 'not-approved':
      return new DomainError('conflict', refusal, 'The call may not run: it waits for a person, or was refused.');
    case 'already-begun':
      return new DomainError('conflict', refusal, 'The call has begun already, or is over: it runs once.');
    case 'payload-changed':
      return new DomainError('conflict', refusal, 'The call may run with other arguments. Read the action again.');
    case 'illegal-transition':
      return new DomainError('conflict', refusal, 'The service makes this call itself.');
    default:
      return problemOf(refusal, { reason: null, policyIds: [] }, {}, agent);
  }
}

export const recaptureRefused = () =>
  new DomainError(
    'conflict',
    'illegal-transition',
    'The snapshot of a CLEARED action can be replaced once, after an operator approved or edited it.',
  );

export const precaptureLimit = (retryAfterSeconds: number) =>
  new DomainError(
    'limited',
    'precapture-limit',
    'The organization has too many precaptures that no action has taken. Log the actions, or wait: each expires after one hour.',
    { retryAfterSeconds },
  );

/**
 * The problem with which a call is answered, also on a replay. `agent`: the agent's slug, when the agent may be paused.
 */
export function problemOf(
  refusal: Refusal | null,
  { reason, policyIds }: { readonly reason: string | null; readonly policyIds: readonly string[] },
  kept: Kept,
  agent = '',
): DomainError {
  switch (refusal) {
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
    case 'quota-exceeded':
      return quotaExceeded();
    case 'agent-paused':
      return agentPaused(agent);
    default:
      throw new Error(`a call cannot be refused with ${refusal}`);
  }
}
