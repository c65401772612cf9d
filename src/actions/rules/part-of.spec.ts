import { compilePolicies } from '../../policies/matcher.js';
import type { PolicyAction, PolicyRule, PolicySubject } from '../../policies/policy.js';
import { type EnclosingCall, isApprovedWith } from './part-of.js';

const ASKED_AT = new Date(1_000);

const rule = (id: string, apiNamePattern: string, action: PolicyAction = 'REQUIRE_APPROVAL'): PolicyRule => ({
  ...{ id, apiNamePattern, action, condition: null, enabled: true, mode: 'enforce', reason: null },
});

function subject(apiName: string, mayDo: readonly string[] = []): PolicySubject {
  const operation = { operationType: 'EXECUTE', reversibility: 'none' } as const;
  return {
    ...{ apiName, ...operation, mayDo: mayDo.map((name) => ({ apiName: name, ...operation })) },
    ...{ captureFailed: false, facts: null, payload: {}, at: ASKED_AT, windows: { agent: '', session: '' } as never },
    ...{ session: null, agentId: 'agent', driftScore: null, driftPercentile: null },
  };
}

/** Whether an approval of `tools.refund` stands for a call inside of it. */
function stands(
  rules: readonly PolicyRule[],
  part: PolicySubject,
  {
    unmatched = 'ALLOW',
    changed = 0,
    ...more
  }: Partial<EnclosingCall> & { unmatched?: PolicyAction; changed?: number },
): boolean {
  const judge = compilePolicies(rules, unmatched);
  const { decision, policyIds } = judge(subject('tools.refund'));
  const enclosing = {
    ...({ sessionId: 's', status: 'CLEARED', isApproved: true, hasBegun: true, askedAt: ASKED_AT } as const),
    ...{ decision, policyIds, ...more },
  };
  const changedAt = (id: string) => (rules.some((one) => one.id === id) ? new Date(changed) : undefined);
  return isApprovedWith(enclosing, { sessionId: 's', verdict: judge(part), changedAt });
}

const update = subject('postgres.rows.update');
const EVERYTHING = [rule('a', '*')];

describe('an approved tool call', () => {
  it('stands for a call inside of it, of which the same policies ask for an approval', () => {
    expect(stands(EVERYTHING, update, {})).toBe(true);
    expect(stands([rule('a', '*'), rule('b', 'tools.*')], update, {})).toBe(true);
    expect(stands([], update, { unmatched: 'REQUIRE_APPROVAL' })).toBe(true);
  });

  it('stands for no call of which another policy asks for one', () => {
    const deletes = rule('b', 'postgres.rows.delete');
    expect(stands([rule('a', '*'), rule('b', 'postgres.*')], update, {})).toBe(false);
    expect(stands([rule('a', '*'), deletes], subject('postgres.rows.update', ['postgres.rows.delete']), {})).toBe(
      false,
    );
    expect(stands([rule('a', 'tools.*'), deletes], subject('postgres.rows.delete'), {})).toBe(false);
    expect(stands([rule('a', 'tools.*')], update, { unmatched: 'REQUIRE_APPROVAL' })).toBe(false);
  });

  it('never stands for a call that a policy blocks', () => {
    expect(stands([rule('a', '*'), rule('b', 'postgres.*', 'BLOCK')], update, {})).toBe(false);
  });

  it('stands for nothing by a policy that was changed since', () => {
    expect(stands(EVERYTHING, update, { changed: 1_000 })).toBe(true);
    expect(stands(EVERYTHING, update, { changed: 1_001 })).toBe(false);
  });

  it.each<[string, Partial<EnclosingCall>]>([
    ['was not approved', { isApproved: false }],
    ['has not begun', { hasBegun: false }],
    ['has ended', { status: 'SUCCESS' }],
    ['has no known outcome', { status: 'UNKNOWN' }],
    ['belongs to another session', { sessionId: 'other' }],
    ['was let through by the policies', { decision: 'ALLOW' }],
  ])('stands for nothing where it %s', (_, more) => {
    expect(stands(EVERYTHING, update, more)).toBe(false);
  });
});
