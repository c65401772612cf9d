import * as errors from './errors.js';
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

  it('tells the policy and its reason when one blocked', () => {
    const error = toError(problem('policy-blocked', 403, { policyIds: ['p-1'] }), null);
    expect(error).toMatchObject({ policyIds: ['p-1'], reason: 'Deleting invoices is not allowed.' });
  });

  it('keeps how long to wait and which fields were wrong', () => {
    const fields = [{ field: 'payload', message: 'is too large' }];
    expect(toError(problem('validation-failed', 400, { errors: fields }), 7)).toMatchObject({
      retryAfterSeconds: 7,
      fields,
    });
  });
});
