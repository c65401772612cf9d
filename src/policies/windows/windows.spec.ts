import { compilePolicies } from '../matcher.js';
import type { PolicyAction, PolicyRule, PolicySubject, WindowTest } from '../policy.js';
import { compileWindows } from './compile.js';
import { withHeld } from './held.js';

const SUM: WindowTest = { window: { sum: 'payload.amount' }, per: 'agent', seconds: 60, operator: 'gt', value: 100 };
const rule = (condition: PolicyRule['condition'], more: Partial<PolicyRule> = {}): PolicyRule => ({
  ...{ id: 'p', apiNamePattern: 'pay.*', action: 'BLOCK', enabled: true, mode: 'enforce', reason: null },
  condition,
  ...more,
});
const subject = (payload: object | null, more: Partial<PolicySubject> = {}): PolicySubject => ({
  ...{ apiName: 'pay.out', operationType: 'EXECUTE', agentId: 'a', reversibility: 'none', captureFailed: false },
  ...{ facts: {}, at: new Date(), session: null, driftScore: null, driftPercentile: null, payload },
  windows: { sessionId: 's', simulated: false, holds: new Map() },
  ...more,
});
const windowsOf = (test: WindowTest, payload: object | null, more: Partial<PolicySubject> = {}) =>
  compileWindows([rule(test)])(subject(payload, more));
const amounts = (test: WindowTest, payload: object | null) =>
  windowsOf(test, payload).map(({ amount, isTested }) => [amount, isTested]);

describe('the windows of a call', () => {
  it.each<[unknown, string, boolean]>([
    [5, '5', true],
    [0.1, '0.1', true],
    [1e21, '1e+21', true],
    [-5, '0', true],
    ['5', '5', false],
    ['five', '0', false],
    [null, '0', false],
    [[5], '0', false],
  ])('count an amount of %j as %s', (amount, counted, isTested) => {
    expect(amounts(SUM, { amount })).toEqual([[counted, isTested]]);
  });

  it('count a call as one, a missing amount as unknown, and each member of a list', () => {
    expect(amounts({ ...SUM, window: { count: true } }, {})).toEqual([['1', true]]);
    expect(amounts(SUM, {})).toEqual([['0', false]]);
    const items = { ...SUM, window: { sum: 'payload.items.*.amount' } };
    expect(amounts(items, { items: [{ amount: 2 }, { amount: 3 }] })).toEqual([['5', true]]);
    expect(amounts(items, { items: [{ amount: 2 }, {}] })).toEqual([['2', false]]);
    expect(amounts(SUM, { amount: 2, Amount: 90 })).toEqual([['92', true]]);
  });

  it('are the same for every spelling of a value, and differ by agent, session, value and kind of key', () => {
    const id = (per: string, payload: object, more: Partial<PolicySubject> = {}) =>
      windowsOf({ ...SUM, per }, { amount: 1, ...payload }, more)[0]?.id;
    const to = (value: unknown) => id('payload.to', { to: value });
    const spellings = ['ada@x.org', 'ADA@x.org', ' ada@x.org ', ['ada@x.org'], '"ada@x.org"', '["ada@x.org"]'];
    expect(new Set(spellings.map(to)).size).toBe(1);
    const accounts = [
      'AT611904300234573201',
      'at61 1904 3002 3457 3201',
      'AT61\u200b1904300234573201',
      'ＡＴ611904300234573201',
    ];
    expect(new Set(accounts.map(to)).size).toBe(1);
    expect(to('eve@x.org')).not.toBe(to('ada@x.org'));
    expect(to(7)).toBe(to('7'));
    for (const strange of [null, {}, [], ['a', 'b'], '[{"a":1,"a":2}]']) expect(to(strange)).toBeUndefined();
    expect(id('payload.to', {})).toBeUndefined();
    expect(id('agent', {})).not.toBe(id('agent', {}, { agentId: 'b' }));
    const other = { sessionId: 't', simulated: false, holds: new Map() };
    expect(id('session', {})).not.toBe(id('session', {}, { windows: other }));
    expect(id('organization', {})).toBe(id('organization', {}, { agentId: 'b', windows: other }));
    expect(id('agent', {})).not.toBe(id('agent', {}, { windows: { ...other, sessionId: 's', simulated: true } }));
  });

  it('are those of enabled policies whose pattern matches the call, or what it may do', () => {
    const mayDo = [{ apiName: 'pay.out', operationType: 'EXECUTE', reversibility: 'none' as const }];
    const count = { ...SUM, window: { count: true } } as const;
    const found = (one: PolicyRule, more: Partial<PolicySubject>) => compileWindows([one])(subject({}, more)).length;
    expect(found(rule(count), {})).toBe(1);
    expect(found(rule(count), { apiName: 'x.y' })).toBe(0);
    expect(found(rule(count), { apiName: 'x.y', mayDo })).toBe(1);
    expect(found(rule(count, { action: 'ALLOW' }), { apiName: 'x.y', mayDo })).toBe(0);
    expect(found(rule(count, { enabled: false }), {})).toBe(0);
    expect(found(rule({ all: [count, { any: [SUM] }] }), {})).toBe(2);
  });
});

describe('a condition on a window', () => {
  const decides = (action: PolicyAction, payload: object | null, holds: boolean | null) => {
    const rules = [rule(SUM, { action })];
    const call = subject(payload);
    const known = holds === null ? call : withHeld(call, compileWindows(rules)(call), [holds]);
    return compilePolicies(rules)(known).policyIds.length === 1;
  };

  it('holds as its window does; unknown, for a policy that restricts and not for one that allows', () => {
    expect([decides('BLOCK', { amount: 1 }, true), decides('BLOCK', { amount: 1 }, false)]).toEqual([true, false]);
    expect([decides('ALLOW', { amount: 1 }, true), decides('ALLOW', { amount: 1 }, false)]).toEqual([true, false]);
    for (const payload of [{ amount: '1' }, {}, null]) {
      expect([payload, decides('BLOCK', payload, false)]).toEqual([payload, true]);
      expect([payload, decides('ALLOW', payload, true)]).toEqual([payload, false]);
    }
    expect([decides('BLOCK', { amount: 1 }, null), decides('ALLOW', { amount: 1 }, null)]).toEqual([true, false]);
  });
});
