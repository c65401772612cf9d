import { DomainError } from '../platform/errors.js';

export const billingNotConfigured = () =>
  new DomainError('unavailable', 'billing-not-configured', 'This installation has no account at Stripe.');

export const billingUnavailable = (cause: unknown) =>
  new DomainError('unavailable', 'billing-unavailable', 'Stripe did not answer as it should; try again.', {
    retryAfterSeconds: 5,
    cause,
  });

export const invalidSignature = (cause?: unknown) =>
  new DomainError(
    'invalid',
    'invalid-signature',
    'The event is not signed with the secret of this endpoint, or not within the last five minutes.',
    { cause },
  );
