import { isDeepStrictEqual } from 'node:util';
import { sized } from '../../../../test/support/campaign-size.js';
import { anyCharacter } from '../../../../test/support/characters.js';
import fc from '../../../../test/support/properties.js';
import { parseStrictJson, StrictJsonError, type StrictJsonLimits } from './strict-json.js';

const runs = { numRuns: sized({ short: 150, full: 1_000 }) };

function refusal(text: string, limits?: Partial<StrictJsonLimits>): { code: string; pointer: string; message: string } {
  try {
    parseStrictJson(text, limits);
  } catch (error) {
    if (error instanceof StrictJsonError) return { code: error.code, pointer: error.pointer, message: error.message };
    throw error;
  }
  return { code: 'accepted', pointer: '', message: '' };
}

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

/** A place inside a larger text: `wrap` puts a fragment there. */
const contexts = fc.array(fc.constantFrom('array', 'object'), { maxLength: 6 }).map((steps) => ({
  pointer: steps.map((step) => (step === 'array' ? '/1' : '/k~1')).join(''),
  wrap: (fragment: string) =>
    steps.reduceRight(
      (inner, step) => (step === 'array' ? `[{"a":1}, ${inner} ,"s"]` : `{"a":[0,"]"],"k/":${inner},"z":null}`),
      fragment,
    ),
}));

const cleanStrings = fc.string({ unit: anyCharacter }).filter((text) => !text.includes('\0'));
const escapeAll = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

describe('what strict JSON accepts', () => {
  it.each([
    ['5.0', 5],
    ['1e2', 100],
    ['1E+2', 100],
    ['0.1', 0.1],
    ['1.50', 1.5],
    ['-0', -0],
    ['0e999', 0],
    ['100000000000000000000', 1e20],
    ['9007199254740992', 2 ** 53],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', Number.MIN_VALUE],
    ['0.30000000000000004', 0.30000000000000004],
  ])('keeps the number %s', (text, value) => {
    expect(parseStrictJson(text)).toBe(value);
  });

  it('keeps pairs of surrogates, raw and escaped, and every other escape', () => {
    expect(parseStrictJson('["😀","\\ud83d\\ude00","\\n\\u00e9\\\\u0000\\"\\/"]')).toEqual([
      '😀',
      '😀',
      '\né\\u0000"/',
    ]);
  });

  it('keeps the same name in different objects', () => {
    expect(parseStrictJson('[{"a":1},{"a":{"a":2}}]')).toEqual([{ a: 1 }, { a: { a: 2 } }]);
  });

  it('makes __proto__ an own property that changes no prototype', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('reads exactly what JSON.parse reads, however it is spaced', () => {
    const values = fc.jsonValue({ stringUnit: anyCharacter }).filter((value) => !/\\u0000/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(values, fc.constantFrom('', ' ', '\t', '\r\n'), (value, indent) => {
        const text = `${indent}${JSON.stringify(value, null, indent)}${indent}`;
        return isDeepStrictEqual(parseStrictJson(text), JSON.parse(text));
      }),
      runs,
    );
  });

  it('accepts 32 levels and 10 000 keys', () => {
    expect(refusal(nested(32)).code).toBe('accepted');
    const members = Array.from({ length: 9_999 }, (_, index) => `"${index}":0`).join();
    expect(refusal(`[{"a":{${members}}}]`).code).toBe('accepted');
  });
});

describe('what strict JSON refuses', () => {
  it.each([
    ['a repeated key', '{"a":1,"b":{"c":1,"c":2}}', 'duplicate-key', '/b/c'],
    ['a repeated key spelled with an escape', '{"\\u0061":1,"a":1}', 'duplicate-key', '/a'],
    ['a repeated empty key', '{"":1,"":1}', 'duplicate-key', '/'],
    ['a repeated __proto__', '{"__proto__":1,"__proto__":1}', 'duplicate-key', '/__proto__'],
    ['33 levels', nested(33), 'too-deep', '/0'.repeat(32)],
    ['33 levels of objects', `${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`, 'too-deep', '/a'.repeat(32)],
    ['an escaped NUL in a value', '{"a":["x","\\u0000"]}', 'nul', '/a/1'],
    ['an escaped NUL in a key', '{"a":{"b":1,"\\u0000":1}}', 'nul', '/a'],
    ['a raw NUL', '"\0"', 'nul', ''],
    ['an escaped lone surrogate', '["\\ude00"]', 'lone-surrogate', '/0'],
    ['a raw lone surrogate', '["a\ud83d"]', 'lone-surrogate', '/0'],
    ['surrogates in the wrong order', '"\\ude00\\ud83d"', 'lone-surrogate', ''],
    ['two low surrogates', '"\\ude00\\ude00"', 'lone-surrogate', ''],
    ['half a pair escaped and half raw', '"\\ud83d\ude00"', 'lone-surrogate', ''],
    ['a lone surrogate in a key', '{"a":{"\\ud83d":1}}', 'lone-surrogate', '/a'],
    ['2^53 + 1', '{"a":[0,9007199254740993]}', 'inexact-number', '/a/1'],
    ['a number too large for a double', '1e400', 'inexact-number', ''],
    ['a number too small for a double', '[-1e-400]', 'inexact-number', '/0'],
    ['a subnormal number with lost digits', '4.9e-324', 'inexact-number', ''],
    ['more digits than a double holds', '0.1234567890123456789', 'inexact-number', ''],
    ['an exponent beyond counting', '1e99999999999999999999', 'inexact-number', ''],
    ['an empty text', '', 'malformed', ''],
    ['a byte order mark', '\ufeff{}', 'malformed', ''],
    ['a trailing comma', '[1,]', 'malformed', ''],
  ])('refuses %s', (_, text, code, pointer) => {
    expect(refusal(text)).toMatchObject({ code, pointer });
  });

  it('counts the keys of all objects together', () => {
    expect(refusal('[{"a":1},{"a":1}]', { maxKeys: 1 })).toMatchObject({ code: 'too-many-keys', pointer: '' });
    const members = Array.from({ length: 10_000 }, (_, index) => `"${index}":0`).join();
    expect(refusal(`[{"a":{${members}}}]`).code).toBe('too-many-keys');
  });

  it('finds a repeated key among few and among many names', () => {
    const counts = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(contexts, counts, fc.nat(59), fc.boolean(), ({ wrap, pointer }, count, pick, escaped) => {
        const names = Array.from({ length: count }, (_, index) => `n${index}`);
        const again = names[pick % count] ?? '';
        const members = [...names, escaped ? escapeAll(again) : again].map((name) => `"${name}":{"n0":1}`);
        const found = refusal(wrap(`{${members.join()}}`));
        expect(found).toMatchObject({ code: 'duplicate-key', pointer: `${pointer}/${again}` });
      }),
      runs,
    );
  });

  it('compares keys by what they mean and not by how they are spelled', () => {
    fc.assert(
      fc.property(contexts, cleanStrings, ({ wrap }, name) => {
        const object = `{${JSON.stringify(name)}:1,"${escapeAll(name)}":2}`;
        expect(refusal(wrap(object)).code).toBe('duplicate-key');
      }),
      runs,
    );
  });

  it('finds NUL and lone surrogates wherever they are', () => {
    const lone = fc.integer({ min: 0xd800, max: 0xdfff });
    const units = fc.oneof(fc.constant(0), lone);
    const kinds = fc.constantFrom('value', 'key');
    fc.assert(
      fc.property(contexts, units, kinds, fc.boolean(), cleanStrings, (context, unit, kind, raw, around) => {
        const bad = raw && unit !== 0 ? String.fromCharCode(unit) : escapeAll(String.fromCharCode(unit));
        const text = `"${escapeAll(around)}${bad}${escapeAll(around)}"`;
        const found = refusal(context.wrap(kind === 'key' ? `{${text}:1}` : text));
        expect(found).toMatchObject({ code: unit === 0 ? 'nul' : 'lone-surrogate', pointer: context.pointer });
      }),
      runs,
    );
  });

  it('refuses a number exactly when writing the double would denote another one', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 24 });
    const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ''));
    const exponents = fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -345, max: 320 }));
    const tokens = fc.oneof(
      fc
        .tuple(fc.constantFrom('', '-'), whole, fc.option(digits), fc.option(exponents), fc.constantFrom('e', 'E'))
        .map(
          ([sign, int, frac, exp, e]) =>
            `${sign}${int}${frac === null ? '' : `.${frac}`}${exp === null ? '' : e + exp}`,
        ),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(contexts, tokens, ({ wrap, pointer }, token) => {
        const expected = isKeptExactly(token) ? { code: 'accepted' } : { code: 'inexact-number', pointer };
        expect(refusal(wrap(token))).toMatchObject(expected);
      }),
      runs,
    );
  });

  it('refuses any text nested deeper than the limit', () => {
    fc.assert(
      fc.property(contexts, fc.integer({ min: 33, max: 200 }), fc.boolean(), ({ wrap }, depth, asObject) => {
        expect(refusal(wrap(asObject ? `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}` : nested(depth))).code).toBe(
          'too-deep',
        );
      }),
      runs,
    );
  });

  it('never accepts what JSON.parse refuses', () => {
    const edits = fc.record({
      at: fc.nat(200),
      remove: fc.nat(2),
      insert: fc.constantFrom('', '"', '\\', '{', ']', ',', '0', '\0'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), edits, (text, { at, remove, insert }) => {
        const edited = text.slice(0, at) + insert + text.slice(at + remove);
        const { code } = refusal(edited);
        if (code === 'accepted') JSON.parse(edited);
        if (code === 'malformed') expect(() => JSON.parse(edited)).toThrow();
      }),
      runs,
    );
  });
});

describe('the refusal of strict JSON', () => {
  it('says what is wrong and where', () => {
    expect(refusal('{"a":1,"a":1}').message).toBe('The same key appears twice (at /a).');
    expect(refusal('[9007199254740993]').message).toBe(
      '9007199254740993 would be kept as a different number; send it as a string (at /0).',
    );
    expect(refusal(nested(33)).message).toMatch(/^Nesting deeper than 32 is not allowed \(at /);
    expect(refusal('{"a":1,}').message).toBe('This is not valid JSON; it goes wrong at character 8.');
  });

  it('does not repeat the text of a malformed body', () => {
    expect(refusal('{"password": hunter2}').message).not.toContain('hunter');
  });

  it('shortens long names without cutting a pair in half', () => {
    const name = `a${'😀'.repeat(60)}`;
    const { pointer } = refusal(`{"${name}":1,"${name}":2}`);
    expect(pointer).toBe(`/a${'😀'.repeat(31)}…`);
  });
});

/** Exact arithmetic on whole numbers, shared with nothing under test. */
function isKeptExactly(token: string): boolean {
  const written = String(Number(token));
  if (written.endsWith('Infinity')) return false;
  const [a, b] = [scaled(token), scaled(written)];
  const power = Math.min(a.power, b.power);
  return a.units * 10n ** BigInt(a.power - power) === b.units * 10n ** BigInt(b.power - power);
}

function scaled(decimal: string): { units: bigint; power: number } {
  const [, sign, int, frac = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const units = BigInt(`${int}${frac}`);
  return { units: sign === '-' ? -units : units, power: Number(power) - frac.length };
}
