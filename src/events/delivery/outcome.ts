import { EgressForbiddenError } from '../../platform/egress/egress.js';

/** The result of an attempt. */
export interface Outcome {
  readonly delivered: boolean;
  /** The HTTP status; null when there was no answer, or it was no HTTP. */
  readonly status: number | null;
  /** An explanation for the operator; nothing in it was written by the receiver. */
  readonly error: string | null;
  /** `Retry-After`, as it came. */
  readonly retryAfter: string | null;
}

export const taken = (status: number | null): Outcome => ({ delivered: true, status, error: null, retryAfter: null });

export const refused = (status: number, retryAfter: string | null): Outcome => ({
  delivered: false,
  status,
  error: `it answered ${status}`,
  retryAfter,
});

export const failed = (error: string): Outcome => ({ delivered: false, status: null, error, retryAfter: null });

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
};

/** Explains in words of our own why there was no answer, because an error may carry what was sent. */
export function toFailure(error: unknown): Outcome {
  if (error instanceof EgressForbiddenError)
    return failed('the host is not public, and this installation does not allow it');
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'TimeoutError') return failed('no answer in time');
  if (typeof code === 'string' && /CERT|TLS|SSL|SELF_SIGNED|SIGNATURE/.test(code))
    return failed('its TLS certificate is not good');
  return failed(WORDS[String(code)] ?? 'the connection failed');
}
