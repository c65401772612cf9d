import type { Condition, PolicyRule } from '../policy.js';
import { compileNeeds } from './needs.js';

const rule = (apiNamePattern: string, field: string | null, more: Partial<PolicyRule> = {}): PolicyRule => {
  const condition: Condition | null = field === null ? null : { any: [{ field, operator: 'exists', value: true }] };
  return { id: 'p', apiNamePattern, condition, action: 'BLOCK', enabled: true, mode: 'enforce', reason: null, ...more };
};
const NOTHING = { facts: false, capture: false, session: false };

describe('the facts that have to be read for a call', () => {
  it.each([
    ['target.table', { ...NOTHING, facts: true }],
    ['statement.verb', { ...NOTHING, facts: true }],
    ['payload.table', { ...NOTHING, facts: true }],
    ['captureFailed', { ...NOTHING, capture: true }],
    ['reversibility', { ...NOTHING, capture: true }],
    ['session.did', { ...NOTHING, session: true }],
    ['session.calls', { ...NOTHING, session: true }],
    ['time.hour', NOTHING],
    ['payload.session.did', NOTHING],
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
    const [facts, names] = [{ ...NOTHING, facts: true }, ['postgres.rows.delete']] as const;
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
    expect(needs(['redis.commands.execute', 'redis.keys.del'])).toEqual({ ...NOTHING, facts: true, capture: true });
  });
});
