import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from '../../../test/support/properties.js';
import type { Json } from '../json.js';
import { canonicalJson, payloadHash } from './canonical-json.js';

describe('canonical JSON', () => {
  it('gives the example of RFC 8785, section 3.2.2', () => {
    const input = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts members by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const input = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
    expect(Object.values(JSON.parse(canonicalJson(input))).length).toBe(7);
    expect(canonicalJson(input)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it.each([
    [-0, '0'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [1e21, '1e+21'],
    [333333333.33333325, '333333333.33333325'],
  ])('writes the number %p as in RFC 8785, appendix B', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError);
  });

  it('agrees with the implementation the service uses', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value as Json)).toBe(canonicalize(value));
      }),
    );
  });

  it('hashes the canonical form, whatever the order of members', () => {
    const hash = payloadHash({ b: 1, a: [true, null] });
    expect(hash).toBe(payloadHash({ a: [true, null], b: 1 }));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([0, 55, 56, 63, 64, 65, 1000])(
    'hashes %i letters outside of the ASCII range as Node does, where there is no Node',
    (length) => {
      const value = 'ä'.repeat(length);
      const expected = createHash('sha256').update(JSON.stringify(value)).digest('hex');
      const { getBuiltinModule } = process;
      Object.assign(process, { getBuiltinModule: undefined });
      const hash = payloadHash(value);
      Object.assign(process, { getBuiltinModule });
      expect([hash, payloadHash(value)]).toEqual([expected, expected]);
    },
  );
});
