import type { ErrorCode } from '../../../contract/problems.js';
import type { RefusalCode } from '../../../contract/refusals.js';
import { DomainError, type ErrorKind, type FieldError, PassingError } from '../../errors.js';

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  requestId: string;
  actionId?: string;
  policyIds?: readonly string[];
  errors?: readonly FieldError[];
  code?: RefusalCode;
}

/**
 * The wire form of a refusal. This is the only place that knows both a domain error and HTTP (docs/contract.md,
 * "Errors").
 */
export interface ProblemAnswer {
  problem: Problem;
  headers: Record<string, string>;
  /** True when an operator should look, because the cause is a fault of the service. */
  unexpected: boolean;
}

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  limited: 429,
  unavailable: 503,
};

/** The connection of a refused client ends, and that of a request whose body has not arrived. */
const ENDS_CONNECTION: ReadonlySet<string> = new Set(['unauthenticated', 'agent-paused', 'request-timeout']);

/** The words of the driver and of TypeORM, which give no code, where no connection came free in time or one was lost. */
const WITHOUT_CONNECTION: readonly unknown[] = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query runner already released. Cannot run queries anymore.',
  'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
];

const FRAMEWORK: Record<number, [code: ErrorCode, detail: string]> = {
  400: ['bad-request', 'The request is malformed.'],
  404: ['not-found', 'There is no such route.'],
  405: ['method-not-allowed', 'This path does not answer that method.'],
  408: ['request-timeout', 'The request did not arrive in time.'],
  413: ['too-large', 'The body is larger than 256 KB.'],
  414: ['uri-too-long', 'The path is too long.'],
  415: ['unsupported-media-type', 'Bodies are application/json in UTF-8, without a content encoding.'],
  431: ['headers-too-large', 'The headers are too large.'],
  503: ['unavailable', 'The service cannot answer right now.'],
};

/** Turns any thrown value into a problem; an unknown error reveals nothing about its cause. */
export function toProblem(thrown: unknown, errorsUrl: string, requestId: string): ProblemAnswer {
  const error = thrown instanceof DomainError ? thrown : fromForeign(thrown);
  const status = error instanceof DomainError ? STATUS[error.kind] : error.status;
  const problem: Problem = {
    type: `${errorsUrl}/${error.code}`,
    title: titleOf(error.code),
    status,
    detail: error.message,
    requestId,
  };
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="backstop"';
  if (ENDS_CONNECTION.has(error.code)) headers.connection = 'close';
  if (error instanceof DomainError) {
    if (error.actionId) problem.actionId = error.actionId;
    if (error.policyIds) problem.policyIds = error.policyIds;
    if (error.errors) problem.errors = error.errors;
    if (error.refusal) problem.code = error.refusal;
    if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
    if (error.replayed) headers['idempotency-replayed'] = 'true';
  }
  return { problem, headers, unexpected: status === 500 };
}

function fromForeign(thrown: unknown): DomainError | { status: number; code: string; message: string } {
  const code = property(thrown, 'code');
  const fromDatabase = typeof code === 'string' ? fromSqlState(code, property(thrown, 'message')) : null;
  if (fromDatabase) return fromDatabase;
  if (thrown instanceof PassingError || WITHOUT_CONNECTION.includes(property(thrown, 'message')))
    return unavailable(thrown);
  const status = property(thrown, 'statusCode') ?? property(thrown, 'status');
  const known = typeof status === 'number' ? FRAMEWORK[status] : undefined;
  if (typeof status === 'number' && known) return { status, code: known[0], message: known[1] };
  return { status: 500, code: 'internal', message: 'Something went wrong on our side. Quote the request id.' };
}

const PASSING = ['40001', '40P01', '23503', '25006', '55P03'];

/** PostgreSQL's own words for bad values, lost races and an absent server. */
function fromSqlState(code: string, message: unknown): DomainError | null {
  if (/^22[0-9A-Z]{3}$/.test(code))
    return new DomainError('invalid', 'validation-failed', 'The request has a value that cannot be stored.');
  if (code === '23505') return new DomainError('conflict', 'conflict', 'A resource with these values already exists.');
  // 23503: the row that this one refers to was deleted meanwhile. 25006: the server became a standby. 55P03: another
  // transaction held a lock for too long. 53 and 58: the server lacks space, memory or connections, or its disk fails.
  const gone = /^(08|53|57|58)[0-9A-Z]{3}$/.test(code) || PASSING.includes(code);
  const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code);
  if (gone || (unreachable && typeof message === 'string')) return unavailable();
  return null;
}

export const unavailable = (cause?: unknown) =>
  new DomainError('unavailable', 'unavailable', 'The service cannot answer right now; try again.', {
    retryAfterSeconds: 1,
    cause,
  });

/** `session-closed` in words. */
export const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
