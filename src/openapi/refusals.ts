import { PROBLEMS, type ProblemCode } from '../contract/problems.js';
import type { Route } from './route.js';

const WRITES = ['post', 'put', 'patch', 'delete'];

/** The problems that any request may get, whether or not it has reached a route. */
export const ANYWHERE: readonly ProblemCode[] = [
  'bad-request',
  'request-timeout',
  'too-large',
  'uri-too-long',
  'unsupported-media-type',
  'headers-too-large',
  'internal',
  'unavailable',
];

/**
 * The problems that a route can answer: its own, and those that follow from its access rule and its input. A problem that
 * any request may get is named where the route has another one of the same status.
 */
export function refusalsOf(route: Route): ProblemCode[] {
  const { access, answered, body, query, parameters, method, takesKey, isHeld } = route;
  const isWrite = WRITES.includes(method);
  const codes: ProblemCode[] = ['bad-request', ...answered.problems];
  if (access.limit || isHeld) codes.push('rate-limited');
  if (access.who !== 'public') codes.push('unauthenticated');
  if (access.who !== 'public' && !access.bearerOnly) codes.push('cross-origin');
  if (access.may) codes.push('operator-required');
  if (access.who === 'agent') codes.push('agent-required');
  if (access.who !== 'public' && access.who !== 'agent') codes.push('scope-missing');
  if (access.plan && access.plan !== 'FREE') codes.push('plan-required');
  if (isWrite) codes.push('validation-failed', 'conflict');
  if (query || body) codes.push('validation-failed');
  if (parameters.length > 0) codes.push('not-found');
  if (takesKey) codes.push('idempotency-conflict');
  const statuses = new Set(codes.map((code) => PROBLEMS[code].status));
  const besides = ANYWHERE.filter((code) => statuses.has(PROBLEMS[code].status));
  return [...new Set([...codes, ...besides])].sort();
}

/** The codes of each status, lowest first. */
export function byStatus(codes: readonly ProblemCode[]): [status: number, codes: ProblemCode[]][] {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].sort((one, other) => one - other);
  return statuses.map((status) => [status, codes.filter((code) => PROBLEMS[code].status === status)]);
}
