import { sized } from '../../../test/support/campaign-size.js';
import fc from '../../../test/support/properties.js';
import type { Json } from '../../connectors/connector.js';
import { differenceOf } from './difference.js';

const RUNS = sized({ short: 100, full: 1_000 });

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })) as fc.Arbitrary<{ [key: string]: Json }>;

describe('the difference a call makes', () => {
  it('lists the members that it sets to another value, field by field, down into objects', () => {
    const before = { name: 'Ada', address: { city: 'London', zip: 'N1' }, tags: ['a'], kept: 1 };
    const payload = { name: 'Ada', address: { city: 'Paris', zip: 'N1' }, tags: ['a', 'b'], phone: '1', note: null };
    expect(differenceOf(false, before, payload)).toEqual([
      { field: 'address.city', before: 'London', after: 'Paris' },
      { field: 'tags', before: ['a'], after: ['a', 'b'] },
      { field: 'phone', before: null, after: '1' },
    ]);
  });

  it('lists the whole resource when the call deletes it', () => {
    expect(differenceOf(true, { id: 7, owner: { name: 'Ada' } }, { id: 7 })).toEqual([
      { field: 'id', before: 7, after: null },
      { field: 'owner.name', before: 'Ada', after: null },
    ]);
  });

  it('distinguishes a member from a name with a dot', () => {
    const before = { a: { b: 1 }, 'a.b': 2 };
    expect(differenceOf(false, before, { a: { b: 3 }, 'a.b': 4 })).toEqual([
      { field: 'a.b', before: 1, after: 3 },
      { field: '"a.b"', before: 2, after: 4 },
    ]);
  });

  it('is empty when the call sets the present value, in any order of members', () => {
    fc.assert(
      fc.property(object, (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(differenceOf(false, value, turned)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('names each field once, and never one that stays as it is', () => {
    fc.assert(
      fc.property(object, object, (before, payload) => {
        const changes = differenceOf(false, before, payload);
        expect(new Set(changes.map(({ field }) => field)).size).toBe(changes.length);
        for (const change of changes) expect(JSON.stringify(change.before)).not.toBe(JSON.stringify(change.after));
      }),
      { numRuns: RUNS },
    );
  });

  it('names fields briefly, however long the names around them are', () => {
    const inner = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`k${index}`, index + 1]));
    const payload = { [`a.${'n'.repeat(150_000)}`]: inner };
    for (const [deletes, before, after] of [
      [false, {}, payload],
      [true, payload, {}],
    ] as const) {
      const changes = differenceOf(deletes, before, after);
      expect(changes).toHaveLength(6_000);
      expect(Math.max(...changes.map(({ field }) => field.length))).toBeLessThan(200);
    }
  });
});
