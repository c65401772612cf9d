import type { TokenScope } from '../contract/token-scopes.js';
import { DomainError } from '../platform/errors.js';
import type { Plan } from './access/principal.js';

export const unauthenticated = () =>
  new DomainError(
    'unauthenticated',
    'unauthenticated',
    'A valid API key or token is needed: Authorization: Bearer <credential>.',
  );

export const wrongPassword = () =>
  new DomainError('unauthenticated', 'unauthenticated', 'Incorrect e-mail address or password.');

export const operatorRequired = () =>
  new DomainError('forbidden', 'operator-required', 'Only an operator may do this; an API key may not.');

export const agentRequired = () =>
  new DomainError(
    'forbidden',
    'agent-required',
    'Only an agent may do this: send an API key as the bearer credential.',
  );

export const scopeMissing = (scopes: readonly TokenScope[]) =>
  new DomainError(
    'forbidden',
    'scope-missing',
    scopes.length > 0
      ? `A personal token needs the scope ${scopes.map((scope) => `"${scope}"`).join(' or ')} for this.`
      : 'No scope of a personal token allows this. Sign in instead.',
  );

export const crossOrigin = () =>
  new DomainError(
    'forbidden',
    'cross-origin',
    'A browser that is signed in may ask this from the pages of the service alone. Their address is that of PUBLIC_URL.',
  );

export const alreadySignedIn = () =>
  new DomainError(
    'conflict',
    'already-signed-in',
    'This browser is signed in as another user. Sign out first: DELETE /auth/browser-session.',
  );

export const proofRequired = () =>
  new DomainError(
    'forbidden',
    'proof-required',
    'Send the password of your account, or sign in again and repeat this within ten minutes.',
  );

export const planRequired = (plan: Plan, what = 'This') =>
  new DomainError('forbidden', 'plan-required', `${what} needs the ${plan} plan or a higher one.`);

export const idempotencyConflict = () =>
  new DomainError('conflict', 'idempotency-conflict', 'This Idempotency-Key was used with another request.');

export const emailTaken = () =>
  new DomainError('conflict', 'email-taken', 'An account with this e-mail address already exists.');

/** Wrong, expired, used or meant for something else: they look the same. */
export const invalidToken = () =>
  new DomainError('invalid', 'invalid-token', 'This link is not valid or has expired. Ask for a new one.');

export const agentMismatch = (agent: string) =>
  new DomainError('forbidden', 'agent-mismatch', `This key acts only as the agent "${agent}".`);

export const rateLimited = (retryAfterSeconds: number) =>
  new DomainError('limited', 'rate-limited', `Too many requests; try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
