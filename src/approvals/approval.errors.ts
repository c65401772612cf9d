import { problemOf } from '../actions/action.errors.js';
import type { Refusal } from '../actions/rules/action-state.js';
import { DomainError } from '../platform/errors.js';
import type { Verdict } from '../policies/policy.js';

const alreadyDecided = (sentence: string) => new DomainError('conflict', 'already-decided', sentence);

interface Refused {
  readonly agent: string;
  readonly verdict: Pick<Verdict, 'reason' | 'policyIds'> | null;
}

/** One decision ever wins; expiry is one. */
export function cannotDecide(
  refusal: Refusal,
  { agent, verdict }: Refused = { agent: '', verdict: null },
): DomainError {
  switch (refusal) {
    case 'already-decided':
      return alreadyDecided('This approval has been decided already.');
    case 'expired':
      return alreadyDecided('This approval has expired: it counts as rejected.');
    case 'payload-changed':
      return new DomainError(
        'conflict',
        refusal,
        'The payload has changed since it was shown. Read the approval again.',
      );
    // A review after the fact decides the review alone (docs/contract.md, "Approvals").
    case 'already-run':
      return new DomainError('conflict', refusal, 'The call has already run, so its arguments cannot be edited.');
    default:
      return problemOf(refusal, verdict ?? { reason: null, policyIds: [] }, {}, agent);
  }
}

export const approvedAlready = () =>
  new DomainError(
    'conflict',
    'already-approved-by-you',
    'You have already approved this call. Another operator must approve it too.',
  );

/** What needs several people, no one of them can approve in advance. */
export const notGrantable = () =>
  new DomainError(
    'conflict',
    'not-grantable',
    'This needs the approval of several operators, so it cannot carry a grant.',
  );

export const pauseUnfinished = () =>
  new DomainError(
    'conflict',
    'pause-unfinished',
    'The pause is still rejecting calls that wait for an approval. Resume the agent in a moment.',
  );
