import type { Condition, PolicyRule } from '../policy.js';
import { compileNeeds } from './needs.js';

const rule = (apiNamePattern: string, field: string | null, more: Partial<PolicyRule> = {}): PolicyRule => {
  const condition: Condition | null = field === null ? null : { any: [{ field, operator: 'exists', value: true }] };
  return { id: 'p', apiNamePattern, condition, action: 'BLOCK', enabled: true, mode: 'enforce', reason: null, ...more };
};
const NOTHING = { facts: false, capture: false };

describe('the facts that have to be read for a call', () => {
  it.each([
    ['target.table', { facts: true, capture: false }],
    ['statement.verb', { facts: true, capture: false }],
    ['payload.table', { facts: true, capture: false }],
    ['captureFailed', { facts: false, capture: true }],
    ['reversibility', { facts: false, capture: true }],
    ['payload.captureFailed', NOTHING],
    ['payload.target.table', NOTHING],
    ['amount', NOTHING],
    ['driftScore', NOTHING],
    ['driftPercentile', NOTHING],
  ])('for a condition on %s are %j', (field, needs) => {
    expect(compileNeeds([rule('postgres.*', field)])(['postgres.query'])).toEqual(needs);
    expect(compileNeeds([rule('postgres.*', field, { mode: 'shadow' })])(['postgres.query'])).toEqual(needs);
  });

  it('are none when no enabled policy matches the call', () => {
    const rules = [
      rule('redis.*', 'target.key'),
      rule('*', 'target.key', { enabled: false }),
      rule('postgres.*', null),
      rule('postgres.rows.*', 'amount'),
    ];
    expect(compileNeeds(rules)(['postgres.rows.delete'])).toEqual(NOTHING);
  });

  it("include the call's resources when a policy names an operation that the call may turn out to do", () => {
    const [facts, names] = [{ facts: true, capture: false }, ['postgres.rows.delete']] as const;
    const needs = (...rules: PolicyRule[]) => compileNeeds(rules)(['postgres.query'], names);
    expect(needs(rule('postgres.rows.*', null))).toEqual(facts);
    expect(needs(rule('postgres.rows.delete', 'amount'))).toEqual(facts);
    expect(needs(rule('postgres.*', 'operationType'))).toEqual(facts);
    expect(needs(rule('postgres.*', null), rule('postgres.*', 'amount'))).toEqual(NOTHING);
    expect(needs(rule('postgres.rows.insert', null))).toEqual(NOTHING);
    expect(needs(rule('postgres.rows.*', null, { action: 'ALLOW' }))).toEqual(NOTHING);
  });

  it('are those that the policies of each of its names need', () => {
    const needs = compileNeeds([rule('redis.keys.del', 'key'), rule('redis.commands.*', 'captureFailed')]);
    expect(needs(['redis.commands.execute', 'redis.keys.del'])).toEqual({ facts: true, capture: true });
  });
});
