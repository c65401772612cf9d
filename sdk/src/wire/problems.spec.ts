import * as errors from '../errors.js';
import { toError } from './problems.js';

const problem = (code: string, status: number, more = {}) => ({
  type: `https://errors.example/${code}`,
  title: 'Title',
  status,
  detail: 'Deleting invoices is not allowed.',
  requestId: 'r-1',
  ...more,
});

describe('a refusal of the service', () => {
  it.each([
    ['policy-blocked', 403, errors.PolicyBlockedError],
    ['plan-required', 403, errors.PlanRequiredError],
    ['agent-paused', 403, errors.AgentPausedError],
    ['quota-exceeded', 429, errors.QuotaExceededError],
    ['session-closed', 409, errors.SessionClosedError],
    ['internal', 500, errors.BackstopUnavailableError],
    ['overloaded', 503, errors.BackstopUnavailableError],
    ['rate-limited', 429, errors.BackstopProblemError],
    ['not-found', 404, errors.BackstopProblemError],
  ])('%s (%i) becomes an error of its own', (code, status, type) => {
    const error = toError(problem(code, status, { actionId: 'a-1' }), null);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, status, requestId: 'r-1', actionId: 'a-1', name: type.name });
    expect(error.message).toContain('Deleting invoices is not allowed.');
  });

  it('names the policy and its reason when one blocked', () => {
    const error = toError(problem('policy-blocked', 403, { policyIds: ['p-1'] }), null);
    expect(error).toMatchObject({ policy: 'p-1', policyIds: ['p-1'], reason: 'Deleting invoices is not allowed.' });
  });

  it('says what happened and what to do about it', () => {
    const message = (code: string, status: number) => toError(problem(code, status), null).message;
    expect(message('policy-blocked', 403)).toBe(
      'Blocked by policy: Deleting invoices is not allowed. The call did not run. Do not retry it unchanged; do something else, or ask an operator.',
    );
    for (const [code, status, advice] of [
      ['plan-required', 403, 'tell an operator'],
      ['quota-exceeded', 429, 'Stop until the month ends'],
      ['agent-paused', 403, 'Stop'],
      ['session-closed', 409, 'open a new session'],
      ['unavailable', 503, 'Try again later'],
    ] as const) {
      expect(message(code, status)).toContain(advice);
    }
  });

  it('of any kind counts as an answer of the service', () => {
    expect(toError(problem('unavailable', 503), null)).toMatchObject({ answered: true });
  });

  it('keeps how long to wait and which fields were wrong', () => {
    const fields = [{ field: 'payload', message: 'is too large' }];
    expect(toError(problem('validation-failed', 400, { errors: fields }), 7)).toMatchObject({
      retryAfterSeconds: 7,
      fields,
    });
  });
});
