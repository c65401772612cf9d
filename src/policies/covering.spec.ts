import fc from '../../test/support/properties.js';
import { coversPattern, isCoveredBy } from './covering.js';
import { PatternTrie, parsePattern } from './pattern.js';

const matches = (pattern: string, name: string) => {
  const trie = new PatternTrie<true>();
  trie.add(parsePattern(pattern), true);
  return trie.find(name).length > 0;
};
const covers = (wide: string, narrow: string) => coversPattern(parsePattern(wide), parsePattern(narrow));

describe('A pattern', () => {
  it.each([
    ['*', 'stripe.refunds.create', true],
    ['*', '*', true],
    ['stripe.*', 'stripe.refunds.*', true],
    ['stripe.*.create', 'stripe.refunds.create', true],
    ['stripe.*', '*', false],
    ['stripe.*', 'stripe', false],
    ['stripe.*.*', 'stripe.*', false],
    ['stripe.*.create', 'stripe.*', false],
    ['stripe.refunds.create', 'stripe.refunds', false],
  ])('%s covers %s: %s', (wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected);
  });

  it('covers another one only if it matches every name that the other one matches', () => {
    const segment = fc.constantFrom('a', 'b', '*');
    const pattern = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(pattern, pattern, name, (wide, narrow, one) => {
        return !covers(wide, narrow) || !matches(narrow, one) || matches(wide, one);
      }),
    );
  });
});

describe('A policy', () => {
  const policy = {
    id: 'a',
    apiNamePattern: 'a.*',
    condition: null,
    action: 'REQUIRE_APPROVAL',
    onChange: 'run',
  } as const;
  const condition = { field: 'amount', operator: 'gt', value: 1 };
  it.each([
    ['the same one', {}, true],
    ['a wider one that blocks', { apiNamePattern: '*', action: 'BLOCK' }, true],
    ['one that allows', { action: 'ALLOW' }, false],
    ['one with a condition', { condition }, false],
    ['one that asks for more approvals', { requiredApprovals: 2 }, true],
    ['one with another end of the wait', { expiresAfterSeconds: 60 }, false],
    ['one whose approvals count for another time', { approvalUsableSeconds: 60 }, false],
    ['one that names approvers', { approvers: ['g1'] }, false],
    ['one that keeps who asked from approving', { allowRequester: false }, false],
    ['one that says what is so anyway', { approvers: [], allowRequester: true }, true],
  ] as const)('beside %s is covered: %s', (_, other, expected) => {
    expect(isCoveredBy(policy, { ...policy, ...other, id: 'b' })).toBe(expected);
  });

  it('is not covered by itself, and not by one that asks for fewer approvals', () => {
    expect(isCoveredBy(policy, policy)).toBe(false);
    expect(isCoveredBy({ ...policy, requiredApprovals: 2 }, { ...policy, id: 'b' })).toBe(false);
  });
});
