import { DomainError } from '../platform/errors.js';

export const billingNotConfigured = () =>
  new DomainError(
    'unavailable',
    'billing-not-configured',
    'Billing is not configured: this installation has no Stripe account.',
  );

export const billingUnavailable = (cause: unknown) =>
  new DomainError('unavailable', 'billing-unavailable', 'Stripe did not give a usable answer. Try again.', {
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
