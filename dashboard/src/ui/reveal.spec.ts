import { reveal, shown } from './reveal';

describe('a text that agents or providers wrote', () => {
  it.each([
    ['pay \u202Eecila', 'pay ⟦U+202E⟧ecila'],
    ['a\u200Bb', 'a⟦U+200B⟧b'],
    ['⟦U+202E⟧', '⟦U+27E6⟧U+202E⟧'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['été 日本 😀', 'été 日本 😀'],
  ])('%j is shown as %j', (text, expected) => {
    expect(reveal(text)).toBe(expected);
  });

  it('is shown within JSON', () => {
    expect(shown({ to: 'a\u202Eb' })).toBe('{\n  "to": "a⟦U+202E⟧b"\n}');
    expect(shown(undefined)).toBe('');
  });
});
