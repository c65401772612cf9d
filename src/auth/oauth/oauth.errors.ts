import { DomainError } from '../../platform/errors.js';

export const oauthNotConfigured = () =>
  new DomainError('unavailable', 'oauth-not-configured', 'This installation has no client at this identity provider.');

export const stateMismatch = () =>
  new DomainError('forbidden', 'state-mismatch', 'This sign-in was not begun in this browser, or it is over.');

export const accessDenied = () =>
  new DomainError('forbidden', 'access-denied', 'The sign-in was declined at the identity provider.');

export const providerFailed = (cause: unknown) =>
  new DomainError('unavailable', 'provider-failed', 'The identity provider did not confirm the sign-in.', { cause });

export const emailUnverified = () =>
  new DomainError('forbidden', 'email-unverified', 'The identity provider vouches for no e-mail address.');

export const accountDeleted = () =>
  new DomainError('forbidden', 'account-deleted', 'The account of this identity is being deleted.');

export const invalidLink = () =>
  new DomainError(
    'invalid',
    'invalid-link',
    'This link is not of this account, or it is over: sign in through the identity provider again.',
  );
