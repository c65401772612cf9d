import {
  AgentPausedError,
  ApprovalPendingError,
  ApprovalRejectedError,
  BackstopError,
  BackstopProblemError,
  BackstopUnavailableError,
  PolicyBlockedError,
  QuotaExceededError,
  WrapOptionsError,
} from './errors.js';
import { finalErrors } from './final-errors.js';

const problem = (status: number, retryAfter: number | null) =>
  new BackstopProblemError('no', retryAfter, [], { code: 'x', status });

const ERRORS: [string, Error, boolean][] = [
  ['an outage', new BackstopUnavailableError('away', { code: 'unavailable' }), true],
  ['a rate limit', problem(429, null), true],
  ['a refusal that says when to come back', problem(503, 3), true],
  ['a conflict', problem(409, null), false],
  ['a policy', new PolicyBlockedError('no', ['p'], { code: 'policy-blocked', status: 403 }), false],
  ['a person', new ApprovalRejectedError('no', 'operator', { code: 'approval-rejected' }), false],
  ['a person who has to decide', new ApprovalPendingError('wait', 'a', null, { code: 'approval-pending' }), false],
  ['a paused agent', new AgentPausedError('paused', { code: 'agent-paused', status: 403 }), false],
  ['the quota of a month', new QuotaExceededError('used', { code: 'quota-exceeded', status: 402 }), false],
  ['an option', new WrapOptionsError('no'), false],
];

describe('isRetryable', () => {
  it.each(ERRORS)('of a refusal by %s says whether the same call may succeed later', (_, error, isRetryable) => {
    expect(error).toMatchObject({ isRetryable });
    expect(error).toBeInstanceOf(BackstopError);
  });
});

describe('finalErrors()', () => {
  class Final extends Error {}

  it.each<[string, Error, boolean]>([...ERRORS, ['the program itself', new Error('own'), true]])(
    'makes a refusal by %s final only where it is not retryable',
    async (_, error, isRetryable) => {
      const thrown = await finalErrors(Final, () => Promise.reject(error))().catch((one: unknown) => one);
      if (isRetryable) expect(thrown).toBe(error);
      else expect(thrown).toMatchObject({ message: error.message, cause: error });
      expect(thrown instanceof Final).toBe(!isRetryable);
    },
  );
});
