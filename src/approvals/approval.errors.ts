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

/** A review after the fact decides the review alone (contract, "Approvals"). */
export const hasRunAlready = () =>
  new DomainError('conflict', 'already-run', 'The call has run already: its arguments can no longer be edited.');
