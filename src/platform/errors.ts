import type { ErrorCode } from '../contract/problems.js';
import { REFUSING_PROBLEMS, type RefusalCode } from '../contract/refusals.js';

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'limited'
  | 'unavailable';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Extras {
  /** The action that was kept although the request was refused. */
  actionId?: string;
  /** The policies that decided. */
  policyIds?: readonly string[];
  errors?: readonly FieldError[];
  retryAfterSeconds?: number;
  /** The answer to a request that was refused before, under the same Idempotency-Key. */
  replayed?: boolean;
  /** The code of the refusal of a call, where that of the problem has none. */
  refusal?: RefusalCode;
  cause?: unknown;
}

/**
 * An error that refuses a request with a stable code. `message` is the public sentence; the cause stays private. Only
 * the problem filter turns it into HTTP (docs/contract.md, "Errors").
 */
export class DomainError extends Error {
  readonly actionId: string | undefined;
  readonly policyIds: readonly string[] | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly replayed: boolean;
  /** The code of the refusal of a call; undefined when no call was refused. */
  readonly refusal: RefusalCode | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    extras: Extras = {},
  ) {
    super(message, { cause: extras.cause });
    this.actionId = extras.actionId;
    this.policyIds = extras.policyIds;
    this.errors = extras.errors;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.replayed = extras.replayed ?? false;
    this.refusal = extras.refusal ?? REFUSING_PROBLEMS[code];
  }
}

/** The same request may succeed later. If no caller catches this error, the service answers 503 with `Retry-After`. */
export class PassingError extends Error {}

/** Absent, foreign and malformed ids look the same on purpose (docs/contract.md, "Errors"). */
export const notFound = (what: string) => new DomainError('not-found', 'not-found', `There is no such ${what}.`);

export const validationFailed = (field: string, message: string) =>
  new DomainError('invalid', 'validation-failed', `${field}: ${message}`, { errors: [{ field, message }] });
