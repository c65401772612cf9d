import { DomainError } from '../../platform/errors.js';

export const oauthNotConfigured = () =>
  new DomainError('unavailable', 'oauth-not-configured', 'Sign-in through this identity provider is not configured.');

export const stateMismatch = () =>
  new DomainError('forbidden', 'state-mismatch', 'This sign-in was started in another browser or has expired.');

export const nonceRequired = () =>
  new DomainError('forbidden', 'nonce-required', 'A dashboard of another origin begins a sign-in with ?nonce=.');

export const accessDenied = () =>
  new DomainError('forbidden', 'access-denied', 'The sign-in was declined at the identity provider.');

export const providerFailed = (cause: unknown) =>
  new DomainError('unavailable', 'provider-failed', 'The identity provider did not confirm the sign-in.', { cause });

export const emailUnverified = () =>
  new DomainError('forbidden', 'email-unverified', 'The identity provider has not verified an e-mail address.');

export const accountDeleted = () =>
  new DomainError('forbidden', 'account-deleted', 'The account of this identity is being deleted.');

export const invalidLink = () =>
  new DomainError(
    'invalid',
    'invalid-link',
    'This link belongs to another account or has expired. Sign in through the identity provider again.',
  );
