import fc from '../../../../test/support/properties.js';
import type { JsonObject } from '../../connector.js';
import { changedFields, compare, holds } from './three-way.js';

const verdicts = (before: JsonObject | null, after: JsonObject | null, now: JsonObject | null) =>
  Object.fromEntries(compare(before, after, now).map(({ field, verdict }) => [field, verdict]));

describe('the three-way comparison', () => {
  it('restores what still holds the value of the call, and nothing else', () => {
    const before = { title: 'old', body: 'b', labels: ['a'] };
    const after = { title: 'new', body: 'b', labels: ['a', 'b'] };
    expect(verdicts(before, after, after)).toEqual({ title: 'restore', labels: 'restore' });
    expect(verdicts(before, after, { ...after, body: 'theirs' })).toEqual({ title: 'restore', labels: 'restore' });
    expect(verdicts(before, after, { ...after, title: 'theirs' })).toEqual({ title: 'conflict', labels: 'restore' });
    expect(verdicts(before, after, before)).toEqual({ title: 'already-restored', labels: 'already-restored' });
  });

  it('takes a field that is not there for null', () => {
    expect(changedFields({ a: null }, {})).toEqual([]);
    expect(verdicts({}, { a: 1 }, { a: 1 })).toEqual({ a: 'restore' });
    expect(verdicts({}, { a: 1 }, {})).toEqual({ a: 'already-restored' });
  });

  it('compares values in depth, whatever the order of their members', () => {
    expect(changedFields({ a: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } })).toEqual([]);
  });

  it('never overwrites what neither the snapshot nor the call put there', () => {
    const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fields, fields, fields, (before, after, now) => {
        for (const one of compare(before, after, now)) {
          expect(one.before).not.toEqual(one.after);
          if (one.verdict === 'restore') expect(one.now).toEqual(one.after);
          if (one.verdict === 'already-restored') expect(one.now).toEqual(one.before);
          if (one.verdict === 'conflict') expect([one.before, one.after]).not.toContainEqual(one.now);
        }
      }),
    );
  });

  it('compares only the wanted fields, and no deleted resource', () => {
    expect(holds({ a: 1, b: 2 }, { a: 1 })).toBe(true);
    expect(holds({ a: 1 }, { a: 1, b: null })).toBe(true);
    expect(holds({ a: 1 }, { b: 1 })).toBe(false);
    expect(holds(null, {})).toBe(false);
  });
});
