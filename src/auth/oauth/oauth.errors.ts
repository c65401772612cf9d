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
