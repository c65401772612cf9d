import { isFiltered, readListState, toQuery } from './filters';

const NOW = Date.parse('2026-01-02T03:00:00Z');

describe('the filters of the session list', () => {
  it('leave out what is no filter', () => {
    const { filters } = readListState({ status: 'BROKEN', drift: '<b>', dirty: 'maybe', since: 'soon', page: 'x' });
    expect(isFiltered(filters)).toBe(false);
    expect(filters.page).toBeUndefined();
  });

  it('turn a recent range into a moment', () => {
    const { filters } = readListState({ since: '24h', agent: 'support-agent' });
    expect(toQuery(filters, NOW)).toMatchObject({ since: '2026-01-01T03:00:00.000Z', agentId: 'support-agent' });
  });

  it('do not take a name that every object has for a range', () => {
    expect(readListState({ since: 'constructor' }).filters.since).toBeUndefined();
  });

  it('cut a text to the length that the service takes', () => {
    expect(readListState({ text: 'x'.repeat(500) }).filters.text).toHaveLength(200);
  });
});
