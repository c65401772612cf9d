import type { components } from '../../../sdk/src/wire/openapi';

type Wire = components['schemas']['Problem'];

/** The service's refusal of a request, with its reason. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** The stable end of `type`. */
  readonly code: string;
  readonly title: string;
  readonly requestId: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  readonly policyIds: readonly string[];
  /** The seconds after which the answer allows another attempt. */
  readonly retryAfterSeconds: number | null;

  constructor(wire: Wire, retryAfterSeconds: number | null = null) {
    super(wire.detail);
    this.status = wire.status;
    this.code = wire.type.slice(wire.type.lastIndexOf('/') + 1);
    this.title = wire.title;
    this.requestId = wire.requestId;
    this.fields = wire.errors ?? [];
    this.policyIds = wire.policyIds ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Returns the fault of one field of a form. */
  of(field: string): string | undefined {
    return this.fields.find((one) => one.field === field)?.message;
  }
}

/**
 * No answer came: the service, or the network to it, is down. It is not known whether the service carried the request
 * out.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor(options?: ErrorOptions) {
    super('The service did not answer. Whether it did what you asked is not known.', options);
  }
}

export const isProblem = (error: unknown, code?: string): error is Problem =>
  error instanceof Problem && (code === undefined || error.code === code);

/** Reads the problem from the body of an answer that is no success; a proxy in between may have written anything. */
export function problemOf(body: unknown, response: Response): Error {
  const wire = (body as { error?: Wire } | undefined)?.error;
  const retryAfter = Number(response.headers.get('retry-after'));
  if (wire?.type && wire.requestId) return new Problem(wire, retryAfter > 0 ? retryAfter : null);
  if (response.status >= 502 && response.status <= 504) return new Unreachable();
  const requestId = response.headers.get('x-request-id') ?? 'unknown';
  const detail = `The answer was ${response.status}, and not one of the service.`;
  return new Problem({ type: '/unexpected', title: 'Unexpected answer', status: response.status, detail, requestId });
}
