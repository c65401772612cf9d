import { type Approve, type Decide, type LoggedAction, type Outcome, type Refusal, refuse } from './action-state.js';

/** The one decision that the approval of an action ever gets (docs/contract.md, "Approvals"). */
export function approved(action: LoggedAction, command: Approve, now: Date): Outcome {
  const refusal =
    undecidable(action, now) ??
    (command.shownHash !== null && command.shownHash !== action.payloadHash ? 'payload-changed' : null) ??
    (action.status === 'PENDING_APPROVAL' ? refusalToClear(action, command) : null) ??
    refusalToEdit(action, command);
  return refusal ? refuse(refusal) : decidedAs(action, 'CLEARED');
}

/** An operator's rejection. */
export function rejected(action: LoggedAction, now: Date): Outcome {
  const refusal = undecidable(action, now);
  return refusal ? refuse(refusal) : decidedAs(action, 'REJECTED');
}

/** A rejection without an operator: whether its time is over or not. */
export function withdrawn(action: LoggedAction): Outcome {
  return action.approval?.status === 'PENDING' ? decidedAs(action, 'REJECTED') : refuse('already-decided');
}

/** The agent takes its question back. A review after the fact is not its own to take back. */
export function givenUp(action: LoggedAction, now: Date): Outcome {
  const refusal = undecidable(action, now) ?? (action.status === 'PENDING_APPROVAL' ? null : 'already-begun');
  return refusal ? refuse(refusal) : decidedAs(action, 'REJECTED');
}

/** An operator takes back an approval whose call has not begun. */
export function revoked(action: LoggedAction, now: Date): Outcome {
  const { approval, session, violation } = action;
  if (approval?.status === 'PENDING') return refuse(approval.expiresAt <= now ? 'expired' : 'not-approved');
  if (approval?.status !== 'APPROVED') return refuse('already-decided');
  if (action.status !== 'CLEARED' || action.hasBegun) return refuse('already-begun');
  if (session.isRolled) return refuse('session-rolled-back');
  return isLapsed(action, now) ? refuse('already-decided') : { status: 'REJECTED', violation, refusal: null };
}

/**
 * Ends an approval whose time is over before its call began; a call that ran too late stays as it was confirmed. A
 * rollback decides about the calls of its session alone.
 */
export function lapsed(action: LoggedAction, now: Date): Outcome {
  const { status, session, violation } = action;
  if (violation === 'lapsed' && isLapsed(action, now)) return { status, violation, refusal: null };
  if (status !== 'CLEARED' || action.hasBegun || session.isRolled) return refuse('already-begun');
  return isLapsed(action, now) ? { status: 'REJECTED', violation, refusal: null } : refuse('illegal-transition');
}

/** It holds from `usableUntil` on, whether or not a job has noted it. */
export const isLapsed = ({ approval }: Pick<LoggedAction, 'approval'>, now: Date): boolean =>
  approval?.status === 'APPROVED' && approval.usableUntil !== null && approval.usableUntil <= now;

/** No person stopped a held call until its time. An edit is a person's decision, so an edited call is no longer held. */
export function permitted(
  action: LoggedAction,
  { isPaused, hasApprovals }: Extract<Decide, { type: 'permit' }>,
  now: Date,
): Outcome {
  const { approval, status } = action;
  if (approval?.status !== 'PENDING' || status !== 'PENDING_APPROVAL') return refuse('already-decided');
  if (approval.permitsAt === null || approval.permitsAt > now) return refuse('illegal-transition');
  // Without approvals in the plan, no person could have stopped it.
  if (!hasApprovals) return refuse('plan-required');
  const refusal = undecidable(action, now) ?? refusalToClear(action, { edit: null, shownHash: null, isPaused });
  return refusal ? refuse(refusal) : decidedAs(action, 'CLEARED');
}

export function expired(action: LoggedAction, now: Date): Outcome {
  return undecidable(action, now) === 'expired' ? decidedAs(action, 'REJECTED') : refuse('already-decided');
}

/** A review after the fact leaves what happened as it is. */
function decidedAs({ status, violation }: LoggedAction, waiting: 'CLEARED' | 'REJECTED'): Outcome {
  return { status: status === 'PENDING_APPROVAL' ? waiting : status, violation, refusal: null };
}

/**
 * The reason why an approval cannot be decided any more. It holds from `expiresAt` on, whether or not a job has noted
 * the expiry.
 */
function undecidable({ approval }: LoggedAction, now: Date): Refusal | null {
  if (approval?.status !== 'PENDING') return 'already-decided';
  return approval.expiresAt <= now ? 'expired' : null;
}

/**
 * The reason why an approved call may not start. No call starts in a closed session, and edited arguments are approved
 * only by an operator who has seen them.
 */
function refusalToClear(
  { session, isEdited }: LoggedAction,
  { edit, shownHash, isPaused }: Omit<Approve, 'type'>,
): Refusal | null {
  if (session.isRolled) return 'session-rolled-back';
  if (session.status === 'COMPLETED') return 'session-closed';
  if (isEdited && edit === null && shownHash === null) return 'payload-changed';
  return isPaused ? 'agent-paused' : null;
}

/** An approval given by an operator satisfies a policy that requires one, not one that blocks. */
function refusalToEdit({ status }: LoggedAction, { edit }: Approve): Refusal | null {
  if (edit === null) return null;
  if (status !== 'PENDING_APPROVAL') return 'already-run';
  return edit === 'BLOCK' ? 'policy-blocked' : null;
}
