import type { Policy } from './api';
import { filtered, isFiltered, readDays, readPolicyList } from './filters';

const policy = (apiNamePattern: string, more: Partial<Policy> = {}) =>
  ({
    id: apiNamePattern,
    apiNamePattern,
    condition: null,
    action: 'BLOCK',
    enabled: true,
    reason: null,
    ...more,
  }) as Policy;
const all = [
  policy('stripe.*', { reason: 'Money' }),
  policy('mail.*', { mode: 'shadow', condition: { field: 'to', operator: 'ends_with', value: '@rival.example' } }),
  policy('slack.*', { enabled: false, mode: 'shadow', action: 'ALLOW' }),
];
const found = (search: Record<string, string>) => filtered(all, readPolicyList(search).filters).map(({ id }) => id);

describe('the filters of the policies', () => {
  it('find by pattern, reason and condition, in any case', () => {
    expect([found({ text: 'MONEY' }), found({ text: 'rival' }), found({ text: 'slack' })]).toEqual([
      ['stripe.*'],
      ['mail.*'],
      ['slack.*'],
    ]);
  });

  it('distinguish policies that are off from those in shadow mode', () => {
    expect([found({ state: 'shadow' }), found({ state: 'off' }), found({ state: 'enforced' })]).toEqual([
      ['mail.*'],
      ['slack.*'],
      ['stripe.*'],
    ]);
    expect(found({ decision: 'ALLOW' })).toEqual(['slack.*']);
  });

  it('leave out what is no filter', () => {
    expect(isFiltered(readPolicyList({ decision: 'DROP', state: '<b>', page: '0' }).filters)).toBe(false);
    expect([readDays('7'), readDays('8'), readDays(undefined)]).toEqual([7, 30, 30]);
    expect(readPolicyList({ page: 'x' }).page).toBe(1);
  });
});
