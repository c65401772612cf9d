import { DomainError } from '../platform/errors.js';

export const alreadyBegun = () =>
  new DomainError('conflict', 'already-begun', 'The call has begun, or is over, and cannot be taken back.');
