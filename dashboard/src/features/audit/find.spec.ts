import { find } from './find';

const entry = (sequence: number, action: string, more: object = {}) => ({
  sequence,
  action,
  actor: { label: 'ada@example.com' },
  target: { type: 'policy', id: 'p1' },
  requestId: null,
  before: null,
  after: { reason: 'Refunds over 500' },
  ...more,
});
const entries = [entry(2, 'policy.created'), entry(1, 'api-key.created', { after: { name: 'pager' } })];
const found = (words: string) => find(entries, words).map(({ sequence }) => sequence);

describe('finding in the loaded entries of the audit', () => {
  it('keeps the entries that say every word, in any case of letters', () => {
    expect(found('REFUNDS policy')).toEqual([2]);
    expect(found('ada')).toEqual([2, 1]);
    expect(found('pager policy.created')).toEqual([]);
  });

  it('keeps all of them when there is nothing to look for', () => {
    expect(found(' ')).toEqual([2, 1]);
  });
});
