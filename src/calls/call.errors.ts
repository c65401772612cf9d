import type { Capture } from '../connectors/connector.js';
import { DomainError } from '../platform/errors.js';

export const alreadyBegun = () =>
  new DomainError('conflict', 'already-begun', 'The call has begun, or is over, and cannot be taken back.');

/** A call met another state than a person has approved; nothing was done. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';

  constructor(readonly capture: Capture | null) {
    super('the resource has changed since a person saw it');
  }
}
