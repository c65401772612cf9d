import { sized } from '../../../test/support/campaign-size.js';
import { anyCharacter } from '../../../test/support/characters.js';
import fc from '../../../test/support/properties.js';
import type { Json } from '../../connectors/connector.js';
import { reveal, revealAll } from '../../platform/reveal/reveal.js';
import { findHidden } from './hidden.js';

const RUNS = sized({ short: 150, full: 2_000 });

/** The ranges the issue names, one by one. */
const NAMED: [from: number, to: number, kind: string][] = [
  [0x202a, 0x202e, 'bidi'],
  [0x2066, 0x2069, 'bidi'],
  [0x200b, 0x200d, 'zero-width'],
  [0x200e, 0x200f, 'bidi'],
  [0x2060, 0x2060, 'zero-width'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xad, 0xad, 'soft-hyphen'],
  [0xe0000, 0xe007f, 'tag'],
  [0xfe00, 0xfe0f, 'variation-selector'],
  [0xe0100, 0xe01ef, 'variation-selector'],
  [0x00, 0x08, 'control'],
  [0x7f, 0x9f, 'control'],
  [0x2028, 0x2029, 'other'],
  [0x3164, 0x3164, 'other'],
  [0x2800, 0x2800, 'blank'],
  [0xa0, 0xa0, 'blank'],
  [0x2000, 0x200a, 'blank'],
  [0x3000, 0x3000, 'blank'],
  [0x1d159, 0x1d159, 'blank'],
  [0x0378, 0x0379, 'other'],
];
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'é', '漢', '🙂', '⟦', '⟧', '⟦U+202E⟧', '×', '\n', '\t', ' ', '\u00a0'.repeat(5)),
    fc.constantFrom('а', 'б', 'ж', 'α', 'λ', 'ա', 'Ꭺ', 'ａ', '𝐚', '𝛂', '٣', '7', 'ﬁ', 'か', 'ע', 'अ', '_'),
    fc.constantFrom(...NAMED.map(([from]) => String.fromCodePoint(from))),
    anyCharacter,
  ),
});
const json = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 }) as fc.Arbitrary<Json>;
const back = (shown: string) =>
  shown.replaceAll(/⟦U\+([0-9A-F]+)(?:×(\d+))?⟧/g, (_, number, count = '1') =>
    String.fromCodePoint(Number.parseInt(number, 16)).repeat(Number(count)),
  );

describe('hidden characters', () => {
  it.each(NAMED)('from %d to %d are each shown, and are called %s', (from, to, kind) => {
    for (let code = from; code <= to; code++) {
      const character = String.fromCodePoint(code);
      const number = code.toString(16).toUpperCase().padStart(4, '0');
      expect(reveal(`a${character}b`)).toBe(`a⟦U+${number}⟧b`);
      expect(findHidden({ note: `a${character}b` }, 'payload')).toEqual([{ field: 'payload.note', kinds: [kind] }]);
    }
  });

  it('do not include the characters of ordinary texts: letters of all scripts, emoji, spaces, tabs and new lines', () => {
    for (const plain of ['Grüße, 世界!', 'مرحبا بالعالم', 'नमस्ते', '🙂🚀', 'a b\tc\r\nd', '']) {
      expect(reveal(plain)).toBe(plain);
      expect(findHidden([plain], 'payload')).toEqual([]);
    }
  });

  it('are marked in every text that is shown, and two different texts never look the same', () => {
    fc.assert(
      fc.property(text, (given) => {
        const shown = reveal(given);
        expect(findHidden(shown, 'x')).toEqual([]);
        expect(back(shown)).toBe(given);
      }),
      { numRuns: RUNS },
    );
  });

  it('cannot be forged: the visible form itself is marked', () => {
    expect(reveal('⟦U+202E⟧')).toBe('⟦U+27E6⟧U+202E⟧');
    expect(findHidden('⟦U+202E⟧', 'x')).toEqual([]);
  });

  it('are found in a JSON value exactly when showing it changes more than brackets', () => {
    fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);
        const shown = revealAll(value);
        expect(JSON.stringify(value)).toBe(before);
        expect(findHidden(shown, 'payload')).toEqual([]);
        const changed = JSON.stringify(shown) !== JSON.stringify(value);
        const found = findHidden(value, 'payload').length > 0;
        if (!before.includes('⟦')) expect(found).toBe(changed);
        else if (found) expect(changed).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('are found in names too, and wherever they are deep down', () => {
    const value = { 'to\u200b': ['x', { note: 'pay \u202e001\u00ad' }], __proto__: null };
    expect(findHidden(value as never, 'payload')).toEqual([
      { field: 'payload.to⟦U+200B⟧', kinds: ['zero-width'] },
      { field: 'payload.to⟦U+200B⟧.1.note', kinds: ['bidi', 'soft-hyphen'] },
    ]);
    expect(revealAll(value as never)).toEqual({ 'to⟦U+200B⟧': ['x', { note: 'pay ⟦U+202E⟧001⟦U+00AD⟧' }] });
  });

  it('are shown by paths that stay short, however long the names around them are', () => {
    const members = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`k${index}`, '\u202e']));
    const found = findHidden({ ['n'.repeat(150_000)]: members }, 'payload');
    expect(found).toHaveLength(6_000);
    expect(Math.max(...found.map(({ field }) => field.length))).toBeLessThan(200);
    expect(findHidden({ ['n'.repeat(150_000)]: members }, 'payload', 500)).toEqual(found.slice(0, 500));
  });

  it('are looked for in a text of nothing else without keeping each of them', () => {
    expect(findHidden('\u202e'.repeat(80_000), 'payload')).toEqual([{ field: 'payload', kinds: ['bidi'] }]);
  });
});
