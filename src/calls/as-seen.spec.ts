import type { JsonObject } from '../connectors/connector.js';
import { isAsSeen } from './as-seen.js';

const met = (content: JsonObject) => ({ captured: true, resource: {}, content }) as const;
const rows = (more: JsonObject = {}) => ({ server: { run: '1' }, rows: [{ id: '1', version: '1' }], ...more });
const thing = (fields: JsonObject, version: string) => ({
  takenAt: Number(version),
  items: [{ address: { id: 1 }, reading: { fields, version }, duplicates: [] }],
});

describe('isAsSeen', () => {
  it.each([
    ['rows that another server run shows', rows(), rows({ server: { run: '2' }, isExact: true })],
    ['keys of Redis at another moment', { at: 1, states: [] }, { at: 2, states: [] }],
    ['a thing that was put again as it was', thing({ a: 1 }, '1'), thing({ a: 1 }, '2')],
  ])('is true for %s', (_, seen, now) => {
    expect(isAsSeen(seen, met(now))).toBe(true);
  });

  it.each([
    ['a column that is named as a member of snapshots', rows(), rows({ rows: [{ id: '1', version: '2' }] })],
    ['a field that is named as a member of snapshots', thing({ server: 'a' }, '1'), thing({ server: 'b' }, '1')],
    ['a thing that is gone', thing({ a: 1 }, '1'), { takenAt: 2, items: [{ address: { id: 1 }, reading: null }] }],
  ])('is false for %s', (_, seen, now) => {
    expect(isAsSeen(seen, met(now))).toBe(false);
  });

  it('is true where nothing was shown, and false where the state cannot be read', () => {
    expect(isAsSeen(null, null)).toBe(true);
    expect(isAsSeen(rows(), { captured: false, reason: 'gone' })).toBe(false);
  });
});
