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
