import fc from 'fast-check';
import { canonicalHash, hashOfBody, hashOfPart } from './hash.js';

describe('the hash of a body', () => {
  it('is the canonical hash of any JSON value', () => {
    const values = fc.jsonValue({ stringUnit: 'grapheme' });
    fc.assert(fc.property(values, (value) => expect(hashOfBody(value)).toBe(canonicalHash(value))));
  });

  it('does not depend on the order of members, of which undefined ones are left out', () => {
    expect(hashOfBody({ b: [1], a: undefined, é: { d: 1, c: 2 } })).toBe(canonicalHash({ é: { c: 2, d: 1 }, b: [1] }));
  });
});

describe('the hash of a part', () => {
  it('is its canonical hash, whether or not its body was hashed before', () => {
    const parts = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(parts, (payload) => {
        expect(hashOfPart(payload)).toBe(canonicalHash(payload));
        hashOfBody({ apiName: 'a.b', payload });
        expect(hashOfPart(payload)).toBe(canonicalHash(payload));
      }),
    );
  });
});
