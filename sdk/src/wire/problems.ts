import {
  AgentPausedError,
  type BackstopError,
  type BackstopErrorDetails,
  BackstopProblemError,
  BackstopUnavailableError,
  PlanRequiredError,
  PolicyBlockedError,
  QuotaExceededError,
  SessionClosedError,
} from '../errors.js';
import type { components } from './openapi.js';

/** The `error` member of an answer. */
export type Problem = components['schemas']['Problem'];

export type ProblemCode = components['schemas']['ProblemCode'];

const CLOSED_CODES: ReadonlySet<string> = new Set<ProblemCode>([
  'session-closed',
  'session-rolled-back',
  'session-rolling-back',
]);
const UNAVAILABLE_STATUSES = new Set([500, 502, 503, 504]);

/** `https://errors.example/policy-blocked` names `policy-blocked`. */
function problemCode(type: string): string {
  return type.slice(type.lastIndexOf('/') + 1) || 'unknown';
}

export function isUnavailable(status: number): boolean {
  return UNAVAILABLE_STATUSES.has(status);
}

export function toError(problem: Problem, retryAfterSeconds: number | null): BackstopError {
  const code = problemCode(problem.type);
  const details: BackstopErrorDetails = {
    code,
    status: problem.status,
    requestId: problem.requestId ?? null,
    actionId: problem.actionId ?? null,
  };
  const sentence = problem.detail || problem.title;
  switch (code as ProblemCode) {
    case 'policy-blocked':
      return new PolicyBlockedError(sentence, problem.policyIds ?? [], details);
    case 'plan-required':
      return new PlanRequiredError(
        `${sentence} It did not run: it needs an approval, or something else that this plan does not have. Do not retry it; tell an operator.`,
        details,
      );
    case 'quota-exceeded':
      return new QuotaExceededError(
        `${sentence} The call did not run. Stop until the month ends or the limit is raised; tell an operator.`,
        details,
      );
    case 'agent-paused':
      return new AgentPausedError(`${sentence} Nothing ran. Stop: an operator paused this agent.`, details);
  }
  if (CLOSED_CODES.has(code)) {
    return new SessionClosedError(`${sentence} The call did not run; open a new session.`, details);
  }
  if (isUnavailable(problem.status)) {
    return new BackstopUnavailableError(
      `${sentence} Nothing that needed permission has run. Try again later.`,
      details,
    );
  }
  return new BackstopProblemError(sentence, retryAfterSeconds, problem.errors ?? [], details);
}
