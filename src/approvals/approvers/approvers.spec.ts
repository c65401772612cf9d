import { sized } from '../../../test/support/campaign-size.js';
import fc from '../../../test/support/properties.js';
import type { ApproverRule } from '../../policies/policy.js';
import { type Approver, type Asked, afterApproving, countOf, rulesTogether } from './approvers.js';

const ASKED_AT = new Date('2026-01-01T12:00:00.000Z');
const BEFORE = new Date('2026-01-01T11:00:00.000Z');
const AFTER = new Date('2026-01-01T13:00:00.000Z');

const rule = (groups: string[], more: Partial<ApproverRule> = {}): ApproverRule => ({
  policyId: groups.join() || 'any',
  groups,
  required: 1,
  allowRequester: false,
  ...more,
});
const asked = (rules: readonly ApproverRule[], required = Math.max(1, ...rules.map((one) => one.required))): Asked => ({
  required,
  rules,
  askedAt: ASKED_AT,
});
const member = (user: string, ...groups: string[]): Approver => ({
  user,
  isRequester: false,
  memberships: groups.map((group) => ({ group, since: BEFORE, byThemselves: false })),
});
const requester = (...groups: string[]): Approver => ({ ...member('requester', ...groups), isRequester: true });

describe('a call whose policies say nothing of approvers', () => {
  it('is approved by the last operator that is needed, each of whom counts once, also by who asked', () => {
    const none = (required: number) => asked([], required);
    expect(afterApproving(member('a'), [], none(1))).toBe('approved');
    expect(afterApproving(requester(), [], none(1))).toBe('approved');
    expect(afterApproving(member('a'), [], none(2))).toBe('pending');
    expect(afterApproving(member('b'), [member('a')], none(2))).toBe('approved');
    expect(afterApproving(member('a'), [member('a')], none(2))).toBe('approved-already');
    expect(afterApproving(member('a'), [member('a'), member('b')], none(1))).toBe('approved-already');
  });
});

describe('a policy that names approvers', () => {
  it('is satisfied by a member of any of its groups, and by nobody else', () => {
    const either = asked([rule(['finance', 'legal'])]);
    expect(afterApproving(member('a', 'finance'), [], either)).toBe('approved');
    expect(afterApproving(member('a', 'legal', 'other'), [], either)).toBe('approved');
    expect(afterApproving(member('a', 'other'), [], either)).toBe('not-in-group');
    expect(afterApproving(member('a'), [], either)).toBe('not-in-group');
  });

  it('counts requiredApprovals within its groups', () => {
    const two = asked([rule(['finance'], { required: 2 })]);
    expect(afterApproving(member('a', 'finance'), [], two)).toBe('pending');
    expect(afterApproving(member('b'), [member('a', 'finance')], two)).toBe('not-in-group');
    expect(afterApproving(member('b', 'finance'), [member('a', 'finance')], two)).toBe('approved');
  });

  it('keeps who asked from approving, unless it says otherwise', () => {
    expect(afterApproving(requester('finance'), [], asked([rule(['finance'])]))).toBe('requester');
    const lenient = rule(['finance'], { allowRequester: true });
    expect(afterApproving(requester('finance'), [], asked([lenient]))).toBe('approved');
    expect(afterApproving(requester('finance'), [], asked([lenient, rule([])]))).toBe('requester');
    expect(afterApproving(member('a'), [], asked([rule([])]))).toBe('approved');
  });

  it('does not count whoever added themselves after the call was asked', () => {
    const joined = (byThemselves: boolean, since: Date): Approver => ({
      ...member('a'),
      memberships: [{ group: 'finance', since, byThemselves }],
    });
    const one = asked([rule(['finance'])]);
    expect(afterApproving(joined(true, AFTER), [], one)).toBe('joined-since');
    expect(afterApproving(joined(true, ASKED_AT), [], one)).toBe('joined-since');
    expect(afterApproving(joined(true, BEFORE), [], one)).toBe('approved');
    expect(afterApproving(joined(false, AFTER), [], one)).toBe('approved');
  });

  it('no longer counts an approval of an operator who has left the group since', () => {
    const two = asked([rule(['finance'], { required: 2 })]);
    expect(afterApproving(member('b', 'finance'), [member('a')], two)).toBe('pending');
    expect(countOf(rule(['finance']), [member('a'), member('b', 'finance')], two)).toBe(1);
  });
});

describe('several policies', () => {
  it('each want an approval of their own groups; one operator of both is enough', () => {
    const both = asked([rule(['finance']), rule(['security'])]);
    expect(afterApproving(member('a', 'finance'), [], both)).toBe('pending');
    expect(afterApproving(member('b', 'finance'), [member('a', 'finance')], both)).toBe('given');
    expect(afterApproving(member('b', 'security'), [member('a', 'finance')], both)).toBe('approved');
    expect(afterApproving(member('c', 'finance', 'security'), [], both)).toBe('approved');
  });

  it('admit an operator of no group only where one of them wants more approvals than the groups give', () => {
    const three = asked([rule(['finance'])], 3);
    expect(afterApproving(member('a'), [], three)).toBe('pending');
    expect(afterApproving(member('c', 'finance'), [member('a'), member('b')], three)).toBe('approved');
    expect(afterApproving(member('d'), [member('a'), member('b'), member('c')], three)).toBe('not-in-group');
    expect(afterApproving(member('a'), [], asked([rule(['finance'])], 1))).toBe('not-in-group');
  });

  it('are joined where arguments are edited: what was asked stays, and the same is not asked twice', () => {
    const [one, other] = [rule(['finance', 'legal']), rule(['security'])];
    expect(rulesTogether([one], [other])).toEqual([one, other]);
    expect(rulesTogether([one], [rule(['legal', 'finance'], { policyId: one.policyId })])).toEqual([one]);
    expect(rulesTogether([one], [{ ...one, allowRequester: true }])).toHaveLength(2);
  });
});

describe('another policy', () => {
  const GROUPS = ['a', 'b', 'c'];
  const rules = fc.record({
    policyId: fc.constantFrom('1', '2', '3'),
    groups: fc.subarray(GROUPS),
    required: fc.integer({ min: 1, max: 3 }),
    allowRequester: fc.boolean(),
  });
  const operators = fc.array(
    fc.record({
      isRequester: fc.boolean(),
      memberships: fc.array(
        fc.record({
          group: fc.constantFrom(...GROUPS),
          since: fc.constantFrom(BEFORE, AFTER),
          byThemselves: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  );

  /** Lets these operators approve one after the other, and answers who counted and if that was enough. */
  function approvedBy(all: readonly Approver[], of: Asked) {
    const given: Approver[] = [];
    for (const one of all) {
      const standing = afterApproving(one, given, of);
      if (standing === 'approved') return { isApproved: true, given: [...given, one] };
      if (standing === 'pending') given.push(one);
    }
    return { isApproved: false, given };
  }

  it('never makes an approval easier: who is enough for more policies is enough for fewer', () => {
    let approved = 0;
    fc.assert(
      fc.property(
        fc.array(rules, { maxLength: 3 }),
        rules,
        fc.integer({ min: 1, max: 3 }),
        operators,
        (some, more, least, people) => {
          const all = people.map((one, index) => ({ ...one, user: String(index) }));
          const needs = (of: readonly ApproverRule[]) =>
            asked(of, Math.max(least, ...of.map(({ required }) => required)));
          const { isApproved, given } = approvedBy(all, needs([...some, more]));
          if (!isApproved) return true;
          approved += 1;
          return approvedBy(given, needs(some)).isApproved;
        },
      ),
      { numRuns: sized({ short: 500, full: 20_000 }) },
    );
    expect(approved).toBeGreaterThan(0);
  });

  it('is satisfied by its own groups alone, whoever else approves', () => {
    fc.assert(
      fc.property(fc.array(rules, { minLength: 1, maxLength: 3 }), operators, (of, people) => {
        const all = people.map((one, index) => ({ ...one, user: String(index) }));
        const { isApproved, given } = approvedBy(all, asked(of));
        if (!isApproved) return true;
        return of.every(({ groups, required, allowRequester }) => {
          const counting = given.filter(
            ({ isRequester, memberships }) =>
              (allowRequester || !isRequester) &&
              (groups.length === 0 ||
                memberships.some(
                  ({ group, since, byThemselves }) => groups.includes(group) && !(byThemselves && since === AFTER),
                )),
          );
          return counting.length >= required;
        });
      }),
      { numRuns: sized({ short: 500, full: 20_000 }) },
    );
  });
});
