import { problemOf } from '../actions/action.errors.js';
import type { Refusal } from '../actions/rules/action-state.js';
import { DomainError } from '../platform/errors.js';
import type { Verdict } from '../policies/policy.js';
import type { ApprovalRow } from './approval.view.js';

const alreadyDecided = (sentence: string) => new DomainError('conflict', 'already-decided', sentence);
const expired = () => alreadyDecided('This approval has expired: it counts as rejected.');

/**
 * Only one decision wins. Expiry is a decision, and is reported as such whether or not a job has recorded it
 * (docs/contract.md, "Approvals").
 */
export function cannotDecide(
  refusal: Refusal,
  approval: Pick<ApprovalRow, 'agent_slug' | 'approval_reason' | 'decided_by'>,
  verdict: Pick<Verdict, 'reason' | 'policyIds'> | null = null,
): DomainError {
  switch (refusal) {
    case 'already-decided':
      return approval.decided_by === null && approval.approval_reason === 'expired'
        ? expired()
        : alreadyDecided('This approval has been decided already.');
    case 'expired':
      return expired();
    case 'payload-changed':
      return new DomainError(
        'conflict',
        refusal,
        'The payload has changed since it was shown. Read the approval again.',
      );
    case 'not-approved':
      return new DomainError(
        'conflict',
        refusal,
        'This approval has not been given, so there is nothing to take back.',
      );
    case 'already-begun':
      return new DomainError('conflict', refusal, 'The call has begun, or is over, and cannot be taken back.');
    // A review after the fact decides the review alone (docs/contract.md, "Approvals").
    case 'already-run':
      return new DomainError('conflict', refusal, 'The call has already run, so its arguments cannot be edited.');
    default:
      return problemOf(refusal, verdict ?? { reason: null, policyIds: [] }, {}, approval.agent_slug);
  }
}

export const approvedAlready = () =>
  new DomainError(
    'conflict',
    'already-approved-by-you',
    'You have already approved this call. Another operator must approve it too.',
  );

/** @param why the sentence that says why not, and who may */
export const notAnApprover = (why: string) =>
  new DomainError('forbidden', 'not-an-approver', `${why} Each operator may reject it.`);

/** A call cannot be approved in advance by one operator where it needs several, or certain ones. */
export const notGrantable = () =>
  new DomainError(
    'conflict',
    'not-grantable',
    'This needs the approval of several operators, or of those whom a policy names, so it cannot carry a grant.',
  );

/** Approving at a glance is for what an undo restores. */
export const approveAlone = () =>
  new DomainError(
    'conflict',
    'approve-alone',
    'An undo of this call does not restore the previous values exactly. Approve it in a request of its own.',
  );

/** The client has to run what an operator edited, and learns of the arguments only what is stored. */
export const redactedArguments = () =>
  new DomainError(
    'conflict',
    'redacted-arguments',
    'Arguments in which a value is redacted cannot be edited. Approve the call as it is, or reject it.',
  );

export const pauseUnfinished = () =>
  new DomainError(
    'conflict',
    'pause-unfinished',
    'The pause is still rejecting calls that wait for an approval. Resume the agent in a moment.',
  );
