import { BackstopError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { codesOf, fieldsOf, sqlStateOf, statusOf } from './error-facts.js';
import { RolledBackError } from './rolled-back.js';
import { SentAgainError } from './sent-again.js';

/**
 * The reported outcome of a call that threw. A refusal is proof that it did not take effect; without one a rollback
 * reads first.
 */
export type FailureOutcome =
  | { readonly status: 'FAILED'; readonly response: JsonObject }
  | { readonly status: 'UNKNOWN'; readonly response: JsonObject };

/** The request was sent and its answer never came. */
const LOST = new Set([
  ...['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'],
  ...['UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED'],
  ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT'],
]);
/** A time limit or a signal of the caller ended it, as `fetch` and the AWS clients name them. */
const GIVEN_UP = new Set(['AbortError', 'TimeoutError']);
/** PostgreSQL and MySQL: the connection broke, the server stopped, or the statement's completion is unknown. */
const LOST_SQLSTATE = /^(08...|57P0[1-5]|40003)$/;
/** Slack answers these with 200 where its own side failed. */
const SLACK_FAULTS = new Set([
  'fatal_error',
  'internal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
]);

/**
 * UNKNOWN when the call may have taken effect for all the client can know: no answer, 408, 429 and every 5xx. FAILED otherwise,
 * with `response.refusal` where the provider itself refused (contract, "Actions").
 * @param mayHaveRun an earlier attempt of the same call was lost
 */
export function outcomeOfFailure(error: unknown, mayHaveRun = false): FailureOutcome {
  const described = { error: describeFailure(error), ...sentIn(error) };
  if (mayHaveRun || isLost(error)) return { status: 'UNKNOWN', response: described };
  const refusal = refusalOf(error);
  return { status: 'FAILED', response: refusal ? { ...described, refusal } : described };
}

/** Tells whether the call may have taken effect although it threw. */
export function isLost(error: unknown): boolean {
  const slack = slackCodeOf(error);
  if (slack !== null) return SLACK_FAULTS.has(slack);
  const sqlState = sqlStateOf(error);
  if (sqlState !== null && LOST_SQLSTATE.test(sqlState)) return true;
  const { name, code } = fieldsOf(error);
  // Stripe's code for an earlier request with the same key that is still under way.
  if (code === 'idempotency_key_in_use') return true;
  const status = statusOf(error);
  if (status !== null) return status === 408 || status === 429 || status >= 500;
  return (typeof name === 'string' && GIVEN_UP.has(name)) || codesOf(error).some((code) => LOST.has(code));
}

function refusalOf(error: unknown): JsonObject | null {
  const { name, code, message, $metadata } = fieldsOf(error);
  const named = typeof code === 'string' ? code : typeof name === 'string' ? name : null;
  // The call was stopped before the client had it, or its transaction took it back.
  if (error instanceof BackstopError || error instanceof RolledBackError) return { code: named };
  const slack = slackCodeOf(error);
  if (slack !== null) return { status: 200, code: slack };
  const sqlState = sqlStateOf(error);
  if (sqlState !== null) return { sqlstate: sqlState, code: named };
  if (name === 'ReplyError') return { code: String(message).split(' ', 1)[0] ?? null };
  const status = statusOf(error);
  // An earlier attempt of the AWS client may have taken effect, and this one may have met its result.
  if (status === null || status < 400 || Number(fieldsOf($metadata).attempts ?? 1) > 1) return null;
  return { status, code: named };
}

/** Reports how often a client sent a call that it sent more than once, and the provider's answer to the last try. */
function sentIn(error: unknown): JsonObject {
  return error instanceof SentAgainError ? { sent: error.sent, answer: error.answer } : {};
}

/** The error that Slack itself answered, null of another error. */
function slackCodeOf(error: unknown): string | null {
  const { code, data } = fieldsOf(error);
  const { error: answered } = fieldsOf(data);
  return code === 'slack_webapi_platform_error' && typeof answered === 'string' ? answered : null;
}

export function describeFailure(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error), code: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { name: error.name, message: storable(error.message), code };
}

/** Removes the characters that the service refuses to store: NUL and lone surrogates. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
}
