import { inexactIn, parseExact } from './exact-numbers.js';

describe('a JSON text of a provider', () => {
  it.each(['0', '-0', '1.10', '1e2', '0.1', '9007199254740991', '-1.5e-7', '"12345678901234567890"', '1e22'])(
    'with %s is parsed as JSON.parse does',
    (text) => {
      expect(parseExact(`{"a":[${text}]}`)).toEqual(JSON.parse(`{"a":[${text}]}`));
      expect(inexactIn(parseExact(`{"a":[${text}]}`))).toBeNull();
    },
  );

  it.each(['9007199254740993', '12345678901234567890', '0.1000000000000000055511151231257827', '1e400', '1e-400'])(
    'marks the number %s, which JSON.parse would change',
    (text) => {
      expect(inexactIn(JSON.parse(`{"a":[${text}]}`))).toBeNull();
      expect(inexactIn(parseExact(`{"b":"x","a":[${text}]}`))).toBe(text);
    },
  );

  it('keeps numbers within texts, and refuses what is no JSON', () => {
    const text = '{"a":"\\"9007199254740993\\" ","b\\\\":1}';
    expect(parseExact(text)).toEqual(JSON.parse(text));
    expect(() => parseExact('{"a":01}')).toThrow(SyntaxError);
  });
});
