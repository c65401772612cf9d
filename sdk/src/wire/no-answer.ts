import { BackstopUnavailableError } from '../errors.js';
import type { Problem } from './problems.js';

interface FailureDetails {
  readonly status?: number;
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

const NEXT_STEP =
  'Nothing that needed its permission has run. Wait and try again; do not look for another way to do the same.';

/** The service was not reached: only that is covered by `onUnavailable: 'allow'`. */
export function unreachable(message: string, circumstances: FailureDetails): BackstopUnavailableError {
  return new BackstopUnavailableError(`${message} ${NEXT_STEP}`, { code: 'unavailable', ...circumstances }, false);
}

export function unavailable(message: string, circumstances: FailureDetails): BackstopUnavailableError {
  return new BackstopUnavailableError(`${message} ${NEXT_STEP}`, { code: 'unavailable', ...circumstances });
}

export function describe(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ('code' in inner ? String(inner.code) : inner.name);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isEnvelope(value: unknown): value is { data: unknown; error: Problem | null } {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('error' in value)) return false;
  const { error } = value;
  return error === null || (typeof error === 'object' && 'type' in error && typeof error.type === 'string');
}
