import { createHash, randomBytes } from 'node:crypto';
import { accessDenied, providerFailed, stateMismatch } from './oauth.errors.js';

/** A sign-in from its beginning to its callback. It is known only to the browser that began it. */
export interface Attempt {
  readonly state: string;
  /** PKCE's code verifier. */
  readonly verifier: string;
  /** A value that a dashboard of another origin keeps in the browser, and compares when the answer comes back. */
  readonly nonce: string | null;
}

/** The time that a person has at the provider, in seconds. */
export const ATTEMPT_SECONDS = 600;

const random = () => randomBytes(32).toString('base64url');

/** @param nonce `?nonce=`, 16 to 128 letters, digits, `-` and `_`; everything else counts as none */
export const newAttempt = (nonce: unknown): Attempt => ({
  state: random(),
  verifier: random(),
  nonce: typeof nonce === 'string' && /^[\w-]{16,128}$/.test(nonce) ? nonce : null,
});

/** PKCE's S256. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * The provider's answer to this attempt. The state is checked first: an answer to no attempt of this browser is
 * ignored. Then the issuer is checked, if the answer names one (RFC 9207). Each provider has a callback of its own, so
 * an answer without an issuer is still attributed to one provider.
 * @param issuer the provider's name for itself, if that is known
 * @returns the attempt with its authorization code
 * @throws state-mismatch, access-denied, provider-failed
 */
export function toAnswered(attempt: Attempt | null, issuer: string | null, query: Readonly<Record<string, unknown>>) {
  if (!attempt || query.state !== attempt.state) throw stateMismatch();
  if (issuer !== null && query.iss !== undefined && query.iss !== issuer) throw providerFailed('another one answered');
  if (query.error === 'access_denied') throw accessDenied();
  if (query.error !== undefined) throw providerFailed(`it answered ${String(query.error)}`);
  if (typeof query.code !== 'string' || query.code === '') throw providerFailed('it answered without a code');
  return { ...attempt, code: query.code };
}
