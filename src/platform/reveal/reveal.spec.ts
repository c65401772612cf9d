import { marksIn, reveal } from './reveal.js';

const kindsIn = (text: string) => [...new Set(marksIn(text).map(({ kind }) => kind))];

describe('reveal', () => {
  it.each([
    ['a letter of Cyrillic within a Latin word', 'p\u0430ypal', 'p⟦U+0430⟧ypal'],
    [
      'a word of Cyrillic that looks Latin from end to end',
      '\u0441\u043e\u0440\u0443',
      '⟦U+0441⟧⟦U+043E⟧⟦U+0440⟧⟦U+0443⟧',
    ],
    ['a word of Greek that looks Latin', '\u0391\u0392\u0395', '⟦U+0391⟧⟦U+0392⟧⟦U+0395⟧'],
    ['a word of Armenian that looks Latin', '\u0585\u0578', '⟦U+0585⟧⟦U+0578⟧'],
    ['a Cyrillic letter beside an underscore', 'user_\u0456d', 'user_⟦U+0456⟧d'],
    ['a letter of a script that UAX 31 does not recommend', '\u13aa\u13aa', '⟦U+13AA⟧⟦U+13AA⟧'],
    ['letters of mathematics', '\u{1d41a}\u{1d6c2}', '⟦U+1D41A⟧⟦U+1D6C2⟧'],
    ['letters of full width outside of East Asian text', '\uff50ay', '⟦U+FF50⟧ay'],
    ['a ligature', '\ufb01le', '⟦U+FB01⟧le'],
    ['a slash that is none', 'a\u2215b\u2044c', 'a⟦U+2215⟧b⟦U+2044⟧c'],
    ['a Latin letter that looks like another one', '\u0261oogle', '⟦U+0261⟧oogle'],
    ['digits of two systems in one number', '1\u09ea0', '1⟦U+09EA⟧0'],
    ['Hebrew within a Cyrillic word', '\u0436\u05e2\u0436', '\u0436⟦U+05E2⟧\u0436'],
  ])('marks %s', (_, text, shown) => {
    expect(reveal(text)).toBe(shown);
    expect(kindsIn(text)).toEqual(['look-alike']);
  });

  it.each([
    ['a space that does not break', 'a\u00a0b', 'a⟦U+00A0⟧b'],
    ['a blank of Braille', 'a\u2800', 'a⟦U+2800⟧'],
    ['a space of East Asia', '\u3000', '⟦U+3000⟧'],
  ])('marks %s as a blank', (_, text, shown) => {
    expect(reveal(text)).toBe(shown);
    expect(kindsIn(text)).toEqual(['blank']);
  });

  it('marks a long run of one character once, with its length', () => {
    expect(reveal(`pay${'\u00a0'.repeat(5_000)}now`)).toBe('pay⟦U+00A0×5000⟧now');
    expect(reveal('\u{e0041}'.repeat(4))).toBe('⟦U+E0041×4⟧');
    expect(reveal('\u2800\u2800\u2800')).toBe('⟦U+2800⟧'.repeat(3));
  });

  it('marks a key that looks like another one, and not the first', () => {
    const [key, twin] = ['amount', '\u0430mount'];
    expect([reveal(key), reveal(twin)]).toEqual(['amount', '⟦U+0430⟧mount']);
  });

  it.each([
    'Grüße aus Zürich, naïve façade, Łódź, İstanbul',
    'Привет, мир! 5кг, оса и жук',
    'Καλημέρα κόσμε',
    'Բարեւ աշխարհ',
    'مرحبا ١٢٣',
    'שלום עולם',
    'नमस्ते ४',
    '你好，世界！ＡＢＣ',
    'カタカナとひらがなと漢字 abc',
    '한국어 漢字',
    'สวัสดี',
    '“quoted” – 1º, 2ª, m², 5 µm, ™ … €',
    '🙂🚀',
  ])('leaves %s as it is', (text) => {
    expect(reveal(text)).toBe(text);
  });
});
