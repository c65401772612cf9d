import type { OperatorsProof, ProbedOutcome } from '../../connectors/proof/proof.js';
import { type ActionStatus, isPermitted, SETTLEABLE, UNCERTAIN, UNDOABLE, type Violation } from './action.js';
import { type Begin, type Confirm, type LoggedAction, type Outcome, type Perform, refuse } from './action-state.js';
import { isLapsed } from './decision.js';

const ANY_OPEN: readonly ActionStatus[] = ['CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'UNKNOWN'];

/**
 * The statuses from which an outcome is recorded, with a violation where there was one; from any other it is 409
 * (docs/contract.md, "Actions").
 */
const CONFIRMABLE: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  CLEARED: [],
  PENDING_APPROVAL: [],
  REJECTED: [],
  BLOCKED: [],
  SUCCESS: ANY_OPEN,
  FAILED: ANY_OPEN,
  // The client got no answer, or one that does not show the outcome.
  UNKNOWN: ['CLEARED'],
  ROLLED_BACK: [],
  ROLLBACK_FAILED: [],
};

/** A call that was approved once may have run although the approval was taken back. */
const isConfirmable = ({ status, takenBack }: LoggedAction, outcome: ActionStatus): boolean =>
  CONFIRMABLE[outcome].includes(status) || (outcome === 'UNKNOWN' && status === 'REJECTED' && takenBack !== null);

/** Applies the outcome that a client reports. The same report again changes nothing. */
export function confirmed(action: LoggedAction, command: Confirm): Outcome {
  const { status, violation } = action;
  const { outcome } = command;
  if (action.isPerformed) return refuse('illegal-transition');
  if (outcome === status) return { status, violation, refusal: null };
  if (!isConfirmable(action, outcome)) return refuse('illegal-transition');
  return { status: outcome, violation: violation ?? violationOf(action, command), refusal: null };
}

function violationOf(action: LoggedAction, { outcome, ranHash, isPaused }: Confirm): Violation | null {
  const { status, session, payloadHash, isEdited, takenBack } = action;
  if (status === 'BLOCKED') return 'blocked';
  if (takenBack === 'lapsed') return 'lapsed';
  if (status === 'PENDING_APPROVAL' || status === 'REJECTED') return 'unapproved';
  if (isPaused) return 'paused';
  if (session.isRolled) return 'after-rollback';
  if (session.status === 'COMPLETED') return 'after-completion';
  if (ranHash !== null) return ranHash === payloadHash ? null : 'payload-mismatch';
  // Edited arguments were approved, and the client does not say that they are what ran.
  return isEdited && outcome === 'SUCCESS' ? 'payload-mismatch' : null;
}

/**
 * Lets one client begin the call, however many try: a client that is refused must not run it. A repeated claim gets the
 * same answer, because the first answer may have been lost.
 */
export function begun(action: LoggedAction, { claim, ranHash, isPaused }: Begin, now: Date): Outcome {
  const { status, violation, session, payloadHash } = action;
  if (action.isPerformed) return refuse('illegal-transition');
  if (!isPermitted(status) || isLapsed(action, now)) return refuse('not-approved');
  if (action.claim !== null && action.claim !== claim) return refuse('already-begun');
  if (session.isRolled) return refuse('session-rolled-back');
  if (status !== 'CLEARED') return refuse('already-begun');
  if (action.claim === claim) return { status, violation, refusal: null };
  if (session.status === 'COMPLETED') return refuse('session-closed');
  if (isPaused) return refuse('agent-paused');
  if (ranHash !== null && ranHash !== payloadHash) return refuse('payload-changed');
  return { status, violation, refusal: null };
}

/** The client that began the call may have died before it or after it. A rollback decides about its session alone. */
export function overdue({ status, violation, claim, session }: LoggedAction): Outcome {
  return status === 'CLEARED' && claim !== null && !session.isRolled
    ? { status: 'UNKNOWN', violation, refusal: null }
    : refuse('illegal-transition');
}

/** Applies the outcome of a call that the service made. */
export function performed({ status, violation, isPerformed }: LoggedAction, { outcome }: Perform): Outcome {
  return isPerformed && status === 'CLEARED'
    ? { status: outcome, violation, refusal: null }
    : refuse('illegal-transition');
}

/** Takes a call back. Its own row in the queue says whether it has begun; this row says that it had no outcome yet. */
export function takenBack({ status, violation, isPerformed }: LoggedAction): Outcome {
  return isPerformed && status === 'CLEARED'
    ? { status: 'REJECTED', violation, refusal: null }
    : refuse('already-begun');
}

/** A call that no person was asked about has nothing to go back to. */
export function askedAgain({ status, violation, isPerformed, approval }: LoggedAction): Outcome {
  return isPerformed && status === 'CLEARED' && approval?.status === 'APPROVED'
    ? { status: 'PENDING_APPROVAL', violation, refusal: null }
    : refuse('illegal-transition');
}

/** Applies the finding of a rollback that read the resource of a call whose outcome is not certain. */
export function probed(action: LoggedAction, found: ProbedOutcome | OperatorsProof): Outcome {
  const { status, violation } = action;
  if (action.isSettled || !UNCERTAIN.includes(status)) return refuse('illegal-transition');
  return { status: statusAfterReading(action, found), violation, refusal: null };
}

function statusAfterReading(
  { status: from, isRefused }: LoggedAction,
  found: ProbedOutcome | OperatorsProof,
): ActionStatus {
  switch (found.happened) {
    case true:
      // If the effect of a refused call exists, another client made it.
      return isRefused ? 'UNKNOWN' : 'SUCCESS';
    case false:
      // A cleared call may still run, against the rules; it stays open to the truth.
      return from === 'CLEARED' ? 'CLEARED' : 'FAILED';
    case 'unknown':
      // A refusal of the provider is believed unless the resource looks otherwise, a lost answer is not.
      return from === 'FAILED' && isRefused && !found.isAsLeft ? 'FAILED' : 'UNKNOWN';
    default:
      return found satisfies never;
  }
}

/** Undoes an action. Only a certain effect can be undone. */
export function undone({ status, violation, isSettled }: LoggedAction): Outcome {
  return UNDOABLE.includes(status) && !isSettled
    ? { status: 'ROLLED_BACK', violation, refusal: null }
    : refuse('illegal-transition');
}

/** An undo that failed before the effect was certain leaves the action open to be asked for again. */
export function undoFailed({ status, violation, isSettled }: LoggedAction): Outcome {
  if (isSettled) return refuse('illegal-transition');
  if (UNDOABLE.includes(status)) return { status: 'ROLLBACK_FAILED', violation, refusal: null };
  if (!UNCERTAIN.includes(status)) return refuse('illegal-transition');
  return { status: status === 'CLEARED' ? 'UNKNOWN' : status, violation, refusal: null };
}

/** An undo was taken back: the effect is in the world again. */
export function reapplied({ status, violation }: LoggedAction): Outcome {
  return status === 'ROLLED_BACK' ? { status: 'SUCCESS', violation, refusal: null } : refuse('illegal-transition');
}

/**
 * A person's word for an effect. It does not change the status, because only a proved undo is ROLLED_BACK. It is given
 * once, like a decision, and later reports of the client do not change it.
 */
export function settled({ status, violation, isRead, isRefused, isSettled }: LoggedAction): Outcome {
  if (isSettled) return refuse('already-settled');
  const hasEffect = !isRead && SETTLEABLE.includes(status) && !(status === 'FAILED' && isRefused);
  return hasEffect ? { status, violation, refusal: null } : refuse('not-settleable');
}
