import type { Condition } from './api';
import { conditionWords, type Described, policySentences } from './sentence';
import { spanWords } from './span';

describe('a condition in words', () => {
  it.each([
    [null, 'every call'],
    [{ field: 'payload.amount', operator: 'gt', value: 500 }, 'payload.amount is more than 500'],
    [{ field: 'currency', operator: 'in', value: ['EUR', 'USD'] }, 'currency is one of "EUR", "USD"'],
    [{ field: 'tags', operator: 'eq', value: ['a', 'b'] }, 'tags is ["a","b"]'],
    [{ field: 'note', operator: 'exists', value: false }, 'note is missing'],
    [{ field: 'to', operator: 'neq', value: 'a', onMissing: 'match' }, 'to is not "a" or is missing'],
    [{ field: 'to', operator: 'glob', value: ['*@a.com', 'b@*'] }, 'to matches "*@a.com", "b@*"'],
    [{ field: 'to', operator: 'eq', value: 'a', ignoreCase: true }, 'to is "a", ignoring case'],
    [{ field: 'payload.items.*.amount', operator: 'gt', value: 5 }, 'any payload.items.*.amount is more than 5'],
    [{ field: 'session.did', operator: 'glob', value: 'gmail.*' }, 'the session already called "gmail.*"'],
    [{ field: 'session.did', operator: 'not_glob', value: 'gmail.*' }, 'the session has not called "gmail.*"'],
    [
      { field: 'time.hour', operator: 'lt', value: 8, timeZone: 'Europe/Vienna' },
      'the hour (Europe/Vienna) is less than 8',
    ],
    [
      { window: { sum: 'payload.amount' }, per: 'agent', seconds: 86_400, operator: 'gt', value: 1_000 },
      'the sum of payload.amount of this agent in 24 hours exceeds 1,000',
    ],
    [
      { window: { count: true }, per: 'payload.customer', seconds: 604_800, operator: 'gte', value: 3 },
      'the number of calls with the same payload.customer in 7 days reaches 3',
    ],
  ] as const)('%j is said as "%s"', (condition, words) => {
    expect(conditionWords(condition as Condition, 'BLOCK')).toBe(words);
  });

  it('says that a policy that allows needs every member of a list', () => {
    expect(conditionWords({ field: 'to.*', operator: 'ends_with', value: '@a.com' }, 'ALLOW')).toBe(
      'every to.* ends with "@a.com"',
    );
  });

  it('joins groups, and puts a group within a group in brackets', () => {
    const of = (field: string) => ({ field, operator: 'exists', value: true }) as const;
    expect(conditionWords({ all: [of('a'), { any: [of('b'), of('c')] }] }, 'BLOCK')).toBe(
      'a is present and (b is present or c is present)',
    );
    expect(conditionWords({ any: [{ all: [of('a'), of('b')] }] }, 'BLOCK')).toBe('a is present and b is present');
  });
});

describe('a policy in words', () => {
  const policy: Described = {
    apiNamePattern: 'stripe.refunds.*',
    condition: { window: { sum: 'payload.amount' }, per: 'agent', seconds: 86_400, operator: 'gt', value: 1_000 },
    action: 'REQUIRE_APPROVAL',
    requiredApprovals: 1,
    onChange: 'run',
    onExpiry: 'reject',
    expiresAfterSeconds: null,
    approvers: [],
    allowRequester: null,
    mode: 'enforce',
    enabled: true,
  };

  const groupName = (id: string) => ({ g1: 'finance', g2: 'legal' })[id] ?? null;

  it('says what it asks, and when', () => {
    expect(policySentences(policy, groupName)).toEqual([
      'Asks a person about calls of stripe.refunds.* when the sum of payload.amount of this agent in 24 hours exceeds 1,000.',
    ]);
  });

  it.each([
    [{ action: 'ALLOW', apiNamePattern: '*', condition: null }, ['Allows every call.']],
    [{ action: 'BLOCK', condition: null, mode: 'shadow' }, ['Blocks calls of stripe.refunds.*.', /^Shadow mode/]],
    [{ condition: null, enabled: false, mode: 'shadow' }, [/^Asks a person/, /^The policy is off/]],
    [{ condition: null, requiredApprovals: 2 }, [/^Asks 2 people about/]],
    [
      { condition: null, approvers: ['g1', 'g2'] },
      [/^Asks/, 'Members of “finance” or “legal” approve.', 'Who asked may not approve.'],
    ],
    [
      { condition: null, approvers: ['g1', 'unknown'], allowRequester: true },
      [/^Asks/, 'Members of “finance” or “…” approve.', 'Who asked may approve, too.'],
    ],
    [{ condition: null, allowRequester: false }, [/^Asks/, 'Each operator may approve.', 'Who asked may not approve.']],
    [{ condition: null, allowRequester: true }, [/^Asks/]],
    [{ condition: null, action: 'BLOCK', approvers: ['g1'] }, [/^Blocks/]],
    [
      { condition: null, onExpiry: 'approve', expiresAfterSeconds: 120 },
      [/^Asks/, 'The call runs after 2 minutes, unless an operator stops it.'],
    ],
    [
      { condition: null, expiresAfterSeconds: 90, onChange: 'ask' },
      [/^Asks/, 'The call is rejected after 90 seconds without a decision.', /^Asks again/],
    ],
  ] as const)('says of %j what differs from the usual', (changes, sentences) => {
    const said = policySentences({ ...policy, ...changes } as Described, groupName);
    expect(said).toEqual(sentences.map((one) => (one instanceof RegExp ? expect.stringMatching(one) : one)));
  });

  it.each([
    [60, '1 minute'],
    [90, '90 seconds'],
    [3_600, '1 hour'],
    [86_400, '24 hours'],
    [172_800, '2 days'],
    [90_000, '25 hours'],
  ])('says %i seconds as %s', (seconds, words) => {
    expect(spanWords(seconds)).toBe(words);
  });
});
