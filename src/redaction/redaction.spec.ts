import { compileKnownValues, NO_VALUES } from './known-values.js';
import { parsePath } from './path.js';
import { type CallRules, type Json, type PathRule, redact } from './redaction.js';

const CARD = '4111111111111111';
const MARK = '[redacted: card-number]';
const CARDS: CallRules = { kinds: ['card-number'], rules: [] };

function rule(path: string, name = 'secret'): PathRule {
  const { part, names } = parsePath(path);
  const segmentOf = (segment: string) =>
    segment === '*'
      ? ('any' as const)
      : segment === '**'
        ? ('deep' as const)
        : { name: segment, isAlike: (key: string) => key.toLowerCase() === segment.toLowerCase() };
  return { name, part, segments: names.map(segmentOf) };
}
const by = (...paths: string[]): CallRules => ({ kinds: [], rules: paths.map((path) => rule(path)) });
const shownOf = (value: Json, rules: CallRules = CARDS) => redact('payload', value, rules, NO_VALUES).shown;

describe('redact', () => {
  it.each<[string, Json, Json]>([
    ['a text', { a: `x ${CARD} y` }, { a: `x ${MARK} y` }],
    ['a number', { a: Number(CARD) }, { a: MARK }],
    ['a list', { a: [1, CARD] }, { a: [1, MARK] }],
    ['a key', { [CARD]: 1 }, { [MARK]: 1 }],
    ['two keys', { [CARD]: 1, '4111 1111 1111 1111': 2 }, { [MARK]: 1, [`${MARK} 2`]: 2 }],
    ['JSON in a text', { a: JSON.stringify({ b: CARD }) }, { a: JSON.stringify({ b: MARK }) }],
    ['escaped JSON in a text', { a: '{"b":"\\u0034111111111111111"}' }, { a: JSON.stringify({ b: MARK }) }],
    ['a number of JSON in a text', { a: `{"b":${CARD}}` }, { a: JSON.stringify({ b: MARK }) }],
    ['JSON in JSON in a text', JSON.stringify(JSON.stringify([CARD])), JSON.stringify(JSON.stringify([MARK]))],
  ])('replaces a card number in %s', (_, value, shown) => {
    expect(shownOf(value)).toEqual(shown);
  });

  it.each(['{"pin":"1234","pin":null}', ' {"a":{"p\\u0069n":"1234","pin":0}}', '["x",{"pin":"1234","pin":2}]'])(
    'replaces as a whole a text that spells a name twice: %s',
    (text) => {
      expect(shownOf({ text }, by('payload.**.pin'))).toEqual({ text: '[redacted: unsearched]' });
    },
  );

  it('finds a member of JSON behind a byte order mark and many blanks', () => {
    const text = `\ufeff${' '.repeat(200)}{"pin":"1234"} `;
    expect(shownOf({ text }, by('payload.text.pin'))).toEqual({ text: '{"pin":"[redacted: secret]"}' });
  });

  it('leaves everything else as it is', () => {
    const value = { a: [1, null, true, 'x', { b: '{"c": 1}', d: '{' }], e: 12.5 };
    const { shown, replaced, values } = redact('payload', value, CARDS, NO_VALUES);
    expect([shown, replaced, values]).toEqual([value, [], []]);
  });

  it.each<[string, Json, Json]>([
    ['payload.card.number', { card: { number: 1, name: 'x' } }, { card: { number: '[redacted: secret]', name: 'x' } }],
    ['payload.card', { card: { number: 1 } }, { card: '[redacted: secret]' }],
    ['payload.CARD', { card: 1 }, { card: '[redacted: secret]' }],
    [
      'payload.items.*.pin',
      { items: [{ pin: 1 }, { pin: null }] },
      { items: [{ pin: '[redacted: secret]' }, { pin: null }] },
    ],
    ['payload.items.pin', { items: [{ pin: 1 }] }, { items: [{ pin: '[redacted: secret]' }] }],
    ['payload.*', { a: 1, b: [2] }, { a: '[redacted: secret]', b: '[redacted: secret]' }],
    [
      'payload.**.pin',
      { pin: 1, a: [{ b: { pin: 2 } }] },
      { pin: '[redacted: secret]', a: [{ b: { pin: '[redacted: secret]' } }] },
    ],
    ['*.pin', { pin: 1 }, { pin: '[redacted: secret]' }],
    ['payload.body.pin', { body: '{"pin":1}' }, { body: '{"pin":"[redacted: secret]"}' }],
    ['response.pin', { pin: 1 }, { pin: 1 }],
    ['payload.a.*.c', { a: { b: { c: 1 }, c: 2 } }, { a: { b: { c: '[redacted: secret]' }, c: 2 } }],
  ])('applies the path %s', (path, value, shown) => {
    expect(shownOf(value, by(path))).toEqual(shown);
  });

  it('says which rule replaced what where, and how often', () => {
    const value = { items: [{ card: CARD }, { card: CARD }], pin: 1234 };
    const { replaced } = redact('payload', value, { ...CARDS, rules: [rule('payload.pin', 'pin')] }, NO_VALUES);
    expect(replaced).toEqual([
      { rule: 'card-number', in: 'payload', path: 'items.*.card', times: 2 },
      { rule: 'pin', in: 'payload', path: 'pin', times: 1 },
    ]);
  });

  it('says it in a bounded number of lines', () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, CARD]));
    const { replaced } = redact('payload', value, CARDS, NO_VALUES);
    expect(replaced).toHaveLength(51);
    expect(replaced.at(-1)).toEqual({ rule: 'card-number', in: 'payload', path: '…', times: 450 });
  });

  it('replaces a value of one part in the others, also within a text', () => {
    const { values } = redact('payload', { pin: 'hunter22' }, by('payload.pin'), NO_VALUES);
    const { shown } = redact('response', { error: 'bad pin "hunter22"', n: 1 }, by(), compileKnownValues(values));
    expect(shown).toEqual({ error: 'bad pin "[redacted: secret]"', n: 1 });
    expect(redact('response', 12345, by(), compileKnownValues([{ rule: 'n', value: '12345' }])).shown).toBe(
      '[redacted: n]',
    );
  });

  it('replaces as a whole what is too deep to be searched', () => {
    let deep: Json = CARD;
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    expect(JSON.stringify(shownOf({ deep }))).toContain('[redacted: unsearched]');
    expect(JSON.stringify(shownOf({ deep }))).not.toContain(CARD);
    let text: string = CARD;
    for (let depth = 0; depth < 8; depth += 1) text = JSON.stringify(text);
    expect(shownOf(text)).not.toContain(CARD);
  });

  it('finds a value in a hostile text in one pass', () => {
    const values = Array.from({ length: 100 }, (_, index) => ({ rule: 'r', value: `${'a'.repeat(90)}${index}` }));
    const text = 'a'.repeat(250_000);
    expect(redact('response', text, by(), compileKnownValues(values)).shown).toBe(text);
  });
});

describe('parsePath', () => {
  it.each([
    'card',
    'payload',
    'payload.',
    'payload..a',
    'payload.a*',
    'payload.**',
    'payload.**.**.a',
    `payload.${'a.'.repeat(10)}a`,
  ])('refuses %s', (path) => {
    expect(() => parsePath(path)).toThrow();
  });
});
