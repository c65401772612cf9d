import { DomainError } from '../platform/errors.js';
import type { Refusal } from './approval.js';

const SENTENCES: Record<Refusal, string> = {
  'already-decided': 'This approval has been decided already.',
  expired: 'This approval has expired: it counts as rejected.',
  'payload-changed': 'The payload is not the one this decision was made on.',
};

/** One decision ever wins; expiry is one. */
export const cannotDecide = (refusal: Refusal) =>
  new DomainError('conflict', refusal === 'expired' ? 'already-decided' : refusal, SENTENCES[refusal]);

export const approvedAlready = () =>
  new DomainError(
    'conflict',
    'already-approved-by-you',
    'You have approved this: somebody else has to approve it too.',
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

/** A review after the fact decides the review alone (contract, "Approvals"). */
export const hasRunAlready = () =>
  new DomainError('conflict', 'already-run', 'The call has run already: its arguments can no longer be edited.');
