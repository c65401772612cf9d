import canonicalize from 'canonicalize';
import { sized } from '../../test/support/campaign-size.js';
import { anyCharacter } from '../../test/support/characters.js';
import fc from '../../test/support/properties.js';
import { canonicalHash, hashOfBody, hashOfPart, sha256 } from './hash.js';

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: sized({ short: 25, full: 100 }) });

describe('the canonical hash', () => {
  it('is the one of the RFC 8785 form, as another implementation writes it', () => {
    const values = fc.oneof(
      fc.jsonValue({ stringUnit: anyCharacter }),
      fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue(), { minKeys: 190, maxKeys: 210 }),
    );
    fc.assert(fc.property(values, (value) => expect(canonicalHash(value)).toBe(sha256(canonicalize(value) ?? ''))));
  });

  it('reads a member named like one of Object.prototype as a plain member', () => {
    const value = JSON.parse('{"__proto__":{"b":1,"a":2},"toJSON":"x","constructor":null,"10":1,"9":2}');
    expect(canonicalHash(value)).toBe(
      sha256('{"10":1,"9":2,"__proto__":{"a":2,"b":1},"constructor":null,"toJSON":"x"}'),
    );
  });

  it('refuses what JSON cannot hold', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n])
      expect(() => canonicalHash({ a: [value] })).toThrow(/stringified/);
  });
});

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
