import { DomainError } from '../platform/errors.js';

export const MOST_POLICIES = 1_000;
/** The bound on all conditions of an organization, as JSON. */
export const MOST_BYTES = 1_000_000;

export const tooManyPolicies = () =>
  new DomainError(
    'conflict',
    'too-many-policies',
    `An organization has at most ${MOST_POLICIES} policies, whose conditions together have at most ${MOST_BYTES} bytes. Remove one first.`,
  );

export const policiesChanged = () =>
  new DomainError(
    'conflict',
    'policies-changed',
    'The policies are not those that these changes were planned for. Plan again.',
  );
