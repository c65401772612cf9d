import type { OperatorsProof, ProbedOutcome } from '../../connectors/proof/proof.js';
import type { SessionStatus } from '../../contract/session-statuses.js';
import type { PolicyAction } from '../../policies/policy.js';
import type { ActionStatus, Violation } from './action.js';

/**
 * The state of a session that decides about its actions. `isRolled`: a rollback of it runs, or one of the whole session
 * has run.
 */
export interface SessionCondition {
  readonly status: SessionStatus;
  readonly isRolled: boolean;
}

/** A call that is not in the ledger yet. */
export interface NewCall {
  readonly status: null;
  readonly isRead: boolean;
  readonly session: SessionCondition;
  /** `fits` when the snapshot that the call names was taken for this session, name and payload, and is free. */
  readonly snapshot: 'none' | 'fits' | 'does-not-fit';
  /** A grant of the session stands for the approval of the call and has a use left. */
  readonly isGranted: boolean;
  readonly isQuotaLeft: boolean;
}

/** An action of the ledger. */
export interface LoggedAction {
  readonly status: ActionStatus;
  readonly isRead: boolean;
  readonly session: SessionCondition;
  readonly violation: Violation | null;
  readonly payloadHash: string;
  /** An operator has changed its arguments. */
  readonly isEdited: boolean;
  /** The provider itself refused the call, as its client recorded (`response.refusal`). */
  readonly isRefused: boolean;
  /** A person stated the outcome of its effect: no rollback tries it any more. */
  readonly isSettled: boolean;
  /** The service makes the call, so no client reports the outcome. */
  readonly isPerformed: boolean;
  readonly approval: {
    readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
    readonly expiresAt: Date;
    /** The call is permitted then, unless a person stops it before; null when its approval expires. */
    readonly permitsAt: Date | null;
    /** An approval that was given counts until then; null when it was not, or its call has begun. */
    readonly usableUntil: Date | null;
  } | null;
  /** The reason for which a given approval no longer counts: an operator took it back, or its time is over. */
  readonly takenBack: 'revoked' | 'lapsed' | null;
  /** The service has begun the call, or its client has said that it begins it. */
  readonly hasBegun: boolean;
  /** The name that the client which began the call chose for that; null when none did. */
  readonly claim: string | null;
}

export type ActionState = NewCall | LoggedAction;

/** The policies' verdict on a call, and who makes it. */
interface Judged {
  readonly verdict: PolicyAction;
  /** The plan of the organization has approvals. */
  readonly hasApprovals: boolean;
  /** The agent is paused. */
  readonly isPaused: boolean;
}

/** The client asks before the call runs. `wantsApproval`: also when no policy requires one. */
export type Ask = Judged & { readonly type: 'ask'; readonly wantsApproval: boolean };

/** The client reports a call that ran. */
export type Report = Judged & {
  readonly type: 'report';
  readonly outcome: 'SUCCESS' | 'FAILED';
  /** The client itself reports that it had not asked. */
  readonly isUngated: boolean;
  /** The response records that the provider refused the call. */
  readonly isRefused: boolean;
};

/** The service made the call and reports the outcome. */
export interface Perform {
  readonly type: 'perform';
  readonly outcome: 'SUCCESS' | 'FAILED' | 'UNKNOWN';
  /** The response records that the provider refused the call. */
  readonly isRefused: boolean;
}

/** A client's report of the outcome. `ranHash`: the hash of the arguments that ran, if the client names them. */
export interface Confirm {
  readonly type: 'confirm';
  readonly outcome: ActionStatus;
  readonly ranHash: string | null;
  /** True when the response records that the provider refused the call; null when there is no response. */
  readonly isRefused: boolean | null;
  readonly isPaused: boolean;
}

/** A client begins the call. `ranHash`: the hash of the arguments that it is about to run, if it names them. */
export interface Begin {
  readonly type: 'begin';
  readonly claim: string;
  readonly ranHash: string | null;
  readonly isPaused: boolean;
}

/** The last operator that is needed lets the call run. `edit`: the policies' verdict on the changed arguments. */
export interface Approve {
  readonly type: 'approve';
  readonly shownHash: string | null;
  readonly isPaused: boolean;
  readonly edit: PolicyAction | null;
}

/** The one decision that an approval gets. */
export type Decide =
  | Approve
  /** An operator does not let it run. */
  | { readonly type: 'reject' }
  /** No operator decided in time. */
  | { readonly type: 'expire' }
  /** No operator stopped it in time. */
  | { readonly type: 'permit'; readonly isPaused: boolean; readonly hasApprovals: boolean }
  /** A rollback of its session begins, or its agent is paused. */
  | { readonly type: 'withdraw' }
  /** The agent that asked no longer wants it. */
  | { readonly type: 'give-up' };

/** An approval that was given does not count any more. */
export type TakeBack =
  /** An operator takes it back. */
  | { readonly type: 'revoke' }
  /** Its time is over. */
  | { readonly type: 'lapse' };

export type Command =
  | Ask
  | Report
  | Confirm
  | Begin
  /** A client began the call and reported no outcome in time. */
  | { readonly type: 'overdue' }
  | Decide
  | TakeBack
  | Perform
  /** A performed call that has not begun does not begin any more. */
  | { readonly type: 'take-back' }
  /** A performed call met another state than a person approved: nothing was done, and the person is asked again. */
  | { readonly type: 'ask-again' }
  /** A rollback read the resource of a call whose outcome is not known, or is reported as failed. */
  | { readonly type: 'probe'; readonly outcome: ProbedOutcome | OperatorsProof }
  /** An undo was proved. */
  | { readonly type: 'undone' }
  | { readonly type: 'undo-failed' }
  /** The value that an undo replaced was restored, and read back. */
  | { readonly type: 'reapplied' }
  /** A person states the outcome of an effect that no connector can determine. */
  | { readonly type: 'settle' };

/** The code of the problem that the request is answered with. */
export type Refusal =
  | 'agent-paused'
  | 'plan-required'
  | 'policy-blocked'
  | 'session-rolled-back'
  | 'session-closed'
  | 'precapture-mismatch'
  | 'quota-exceeded'
  | 'not-found'
  | 'illegal-transition'
  | 'already-begun'
  | 'not-approved'
  | 'already-decided'
  | 'expired'
  | 'payload-changed'
  | 'already-run'
  | 'already-settled'
  | 'not-settleable';

/**
 * The effect of a command on an action. With a null status nothing is stored or changed, and the refusal gives the
 * reason.
 */
export interface Outcome {
  readonly status: ActionStatus | null;
  readonly violation: Violation | null;
  readonly refusal: Refusal | null;
}

export const refuse = (refusal: Refusal) => ({ status: null, violation: null, refusal }) as const satisfies Outcome;
