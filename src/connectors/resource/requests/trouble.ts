import { EgressForbiddenError } from '../../../platform/egress/egress.js';
import { RedirectError } from '../../../platform/egress/egress-fetch.js';
import { ProviderUnavailableError, type RequestState } from '../../connector.js';

const LONGEST_WAIT_MS = 60_000;

/** The meaning of a provider client's error for an undo. */
export type Trouble =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unavailable';
      readonly sentence: string;
      readonly retryAfterMs: number | null;
      readonly requestState: RequestState;
    }
  | { readonly kind: 'refused'; readonly sentence: string };

interface Shaped {
  status?: unknown;
  statusCode?: unknown;
  code?: unknown;
  message?: unknown;
  name?: unknown;
  cause?: unknown;
  /** Stripe's client stores the cause under this name. */
  detail?: unknown;
  headers?: unknown;
  retryAfter?: unknown;
  response?: { status?: unknown; headers?: unknown };
  $metadata?: { httpStatusCode?: unknown };
  $response?: { headers?: unknown };
}

/** The HTTP status of a client's error, if it names one. */
export function statusOf(error: unknown): number | null {
  const e = (error ?? {}) as Shaped;
  const candidates = [e.status, e.statusCode, e.response?.status, e.$metadata?.httpStatusCode, e.code].map(Number);
  return candidates.find((status) => Number.isInteger(status) && status >= 100 && status < 600) ?? null;
}

/** Everything that is not an answer of the provider, and every 408, 425, 429 and 5xx, may go better another time. */
export function troubleOf(error: unknown, meaningOf: (error: unknown) => Trouble['kind'] | null = () => null): Trouble {
  if (error instanceof ProviderUnavailableError) {
    return {
      kind: 'unavailable',
      sentence: error.message,
      retryAfterMs: error.retryAfterMs,
      requestState: error.requestState,
    };
  }
  const kind = meaningOf(error) ?? kindOf(error);
  if (kind === 'absent') return { kind };
  const sentence = sentenceOf(error);
  if (kind === 'refused') return { kind, sentence };
  return { kind, sentence, retryAfterMs: retryAfterOf(error), requestState: requestStateOf(error) };
}

function kindOf(error: unknown): Trouble['kind'] {
  if (findCause(error, (one) => one instanceof EgressForbiddenError || one instanceof RedirectError)) return 'refused';
  const status = statusOf(error);
  if (status === null || status >= 500 || [408, 425, 429].includes(status)) return 'unavailable';
  return status === 404 || status === 410 ? 'absent' : 'refused';
}

const BEFORE_SENDING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** A condition did not hold, or there were too many calls: AWS answers some of these with 400. */
const NOT_CARRIED_OUT = [400, 412, 429];

/**
 * A call that reached no server, or that a server refused with one of these answers, was not carried out; a gateway may
 * give up before the server behind it does.
 */
function requestStateOf(error: unknown): RequestState {
  const status = statusOf(error);
  const isRefused = status !== null && NOT_CARRIED_OUT.includes(status);
  if (isRefused || findCause(error, (one) => BEFORE_SENDING.includes(String((one as Shaped).code)))) return 'unsent';
  return status === null || [408, 502, 504].includes(status) ? 'open' : 'over';
}

/** One line from the innermost cause, which says most: "fetch failed" says nothing. */
export function sentenceOf(error: unknown): string {
  const innermost = findCause(error, (one) => !causeOf(one)) ?? error;
  const status = statusOf(error);
  const message = innermost instanceof Error ? innermost.message : String((innermost as Shaped)?.message ?? innermost);
  const code = typeof (innermost as Shaped)?.code === 'string' ? `${(innermost as Shaped).code}: ` : '';
  const text = `${code}${message}`.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return status === null
    ? `the provider gave no answer that says so (${text})`
    : `the provider answered ${status}: ${text}`;
}

/**
 * The first of an error and its causes that fits, because clients wrap the errors of their transport. Null when none
 * does.
 */
export function findCause(error: unknown, fits: (one: unknown) => boolean): unknown {
  for (let one = error, depth = 0; one && depth < 10; one = causeOf(one), depth++) if (fits(one)) return one;
  return null;
}

function causeOf(error: unknown): unknown {
  const { cause, detail } = error as Shaped;
  return cause ?? (detail instanceof Error ? detail : undefined);
}

/** Seconds or a date (RFC 9110, 10.2.3); any other value is ignored. */
export function retryAfterOf(error: unknown, now = Date.now()): number | null {
  const e = (error ?? {}) as Shaped;
  const text = header(e.headers) ?? header(e.response?.headers) ?? header(e.$response?.headers) ?? e.retryAfter;
  if (text === undefined || text === null || text === '') return null;
  const seconds = Number(text);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(String(text)) - now;
  return Number.isFinite(wait) ? Math.min(LONGEST_WAIT_MS, Math.max(0, wait)) : null;
}

function header(headers: unknown): string | null | undefined {
  // The fetch of undici has a class Headers of its own.
  if (isHeaders(headers)) return headers.get('retry-after');
  const value = (headers as Record<string, unknown> | undefined)?.['retry-after'];
  return typeof value === 'string' ? value : undefined;
}

const isHeaders = (headers: unknown): headers is Headers =>
  typeof (headers as { get?: unknown } | undefined)?.get === 'function';
