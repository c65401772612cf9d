import { compilePolicies } from '../matcher.js';
import type { Comparison, PolicyAction, PolicyRule, PolicySubject } from '../policy.js';

const holds = (condition: Comparison, more: Partial<PolicySubject>, action: PolicyAction = 'BLOCK') => {
  const rule = { id: 'p', apiNamePattern: '*', condition, action, enabled: true, mode: 'enforce', reason: null };
  const subject: PolicySubject = {
    apiName: 'pay.out',
    operationType: 'EXECUTE',
    payload: {},
    agentId: 'a',
    reversibility: 'none',
    captureFailed: false,
    facts: {},
    at: new Date('2026-03-01T23:30:00.000Z'),
    session: null,
    windows: { sessionId: 's', simulated: false, holds: new Map() },
    driftScore: null,
    driftPercentile: null,
    ...more,
  };
  return compilePolicies([rule as PolicyRule])(subject).policyIds.length === 1;
};

describe('the time of a call', () => {
  const at = (field: string, value: number, timeZone?: string): Comparison => ({
    field,
    operator: 'eq',
    value,
    ...(timeZone && { timeZone }),
  });

  it.each<[string, number, string | undefined]>([
    ['time.hour', 23, undefined],
    ['time.hour', 0, 'Europe/Vienna'],
    ['time.hour', 5, 'Asia/Kathmandu'],
    ['time.weekday', 7, undefined],
    ['time.weekday', 1, 'Europe/Vienna'],
    ['time.weekday', 7, 'America/New_York'],
  ])('is %s %i in the zone %s', (field, value, zone) => {
    expect(holds(at(field, value, zone), {})).toBe(true);
    expect(holds(at(field, value, zone), {}, 'ALLOW')).toBe(true);
    expect(holds(at(field, (value + 1) % 24, zone), {})).toBe(false);
  });

  it('follows the clock of the zone over a change to summer time', () => {
    const hours = ['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z'].map((time) =>
      [1, 2, 3].find((hour) => holds(at('time.hour', hour, 'Europe/Vienna'), { at: new Date(time) })),
    );
    expect(hours).toEqual([1, 3]);
  });
});

describe('what a session did', () => {
  const did = (...names: string[]) => ({ session: { did: names, calls: names.length } });
  const glob = { field: 'session.did', operator: 'glob', value: 'gmail.messages.*' } as const;

  it('is each name of a permitted call; unknown, it holds for a policy that restricts and not for one that allows', () => {
    expect(holds(glob, did('crm.a', 'gmail.messages.get'))).toBe(true);
    expect(holds(glob, did('crm.a', 'GMAIL.Messages.get'))).toBe(true);
    expect(holds(glob, did('crm.a'))).toBe(false);
    expect(holds(glob, did())).toBe(false);
    expect([holds(glob, {}), holds(glob, {}, 'ALLOW')]).toEqual([true, false]);
    expect(holds(glob, did('gmail.messages.get', 'crm.a'), 'ALLOW')).toBe(false);
    expect(holds({ ...glob, operator: 'not_glob' }, did('crm.a'), 'ALLOW')).toBe(true);
    expect(holds({ ...glob, operator: 'not_glob' }, did('crm.a', 'Gmail.messages.get'), 'ALLOW')).toBe(false);
  });

  it('has a number of calls', () => {
    const many = { field: 'session.calls', operator: 'gt', value: 2 } as const;
    expect([holds(many, did('a', 'b')), holds(many, did('a', 'b', 'c'))]).toEqual([false, true]);
    expect([holds(many, {}), holds(many, {}, 'ALLOW')]).toEqual([true, false]);
  });
});
