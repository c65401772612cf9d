import { canonicalJson, canonicalNumbers } from './json-meaning.js';

describe('a text of JSON', () => {
  it.each([
    ['{"a":1,"b":[1.5]}', '{ "b": [1.50],\n "a": 1.0 }'],
    ['100', '1e2'],
    ['-0', '0'],
    ['"\\u00e9"', '"é"'],
    ['{"a":{"c":1,"b":2}}', '{"a":{"b":2,"c":1}}'],
  ])('%s says the same as %s', (one, other) => {
    expect(canonicalJson(one)).toBe(canonicalJson(other));
  });

  it.each([
    ['{"n":9007199254740993}', '{"n":9007199254740992}'],
    ['1', '"1"'],
    ['"n1"', '1'],
    ['[1,2]', '[2,1]'],
    ['"1.50"', '"1.5"'],
    ['null', '"null"'],
    ['{"a":null}', '{}'],
    ['{"__proto__":1}', '{}'],
    ['no json', '"no json"'],
  ])('%s does not say the same as %s', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('leaves what is no JSON, and a number of an array loses idle zeros', () => {
    expect(canonicalJson('{"a":01}')).toBe('{"a":01}');
    expect(canonicalNumbers('{1.50,NULL,{2.0,-3}}')).toBe('{1.5,NULL,{2,-3}}');
  });
});
