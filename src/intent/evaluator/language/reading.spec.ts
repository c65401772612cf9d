import { describe, expect, it } from '@jest/globals';
import { sized } from '../../../../test/support/campaign-size.js';
import { anyCharacter } from '../../../../test/support/characters.js';
import fc from '../../../../test/support/properties.js';
import { read } from './reading.js';
import { marked } from './vocabulary.js';
import { compact, wordsOf } from './words.js';

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: sized({ short: 25, full: 100 }) });

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'Pay',
        'a@b.example',
        'https',
        '://',
        '#W12',
        ' ',
        '"',
        '.',
        ',',
        'é',
        'x'.repeat(130),
        '12.50',
        '\n',
        '_',
      ),
    )
    .map((parts) => parts.join('')),
);

/** The plain form of the same function, written without regard for speed. */
const wholesOf = (text: string) =>
  text
    .split(/[\s,;"'()[\]{}<>]+/)
    .map((part) => part.replace(/^.*:\/\//, '').replace(/[.:!?]+$/, ''))
    .filter((part) => part.length >= 3 && part.length <= 120 && !/^[a-z]*$/i.test(part));

describe('a text that is read', () => {
  it('gives its words as written, in their order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(read(text).words.map(({ written }) => written)).toEqual(wordsOf(text));
      }),
    );
  });

  it('gives what is written without blanks and is not letters alone, whatever stands around it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(read(text, 'c').wholes).toEqual(wholesOf(text).map((whole) => marked('c', compact(whole))));
      }),
    );
  });

  it('takes an address for the same with its scheme and without', () => {
    expect(read('see https://docs.example/a1.').wholes).toEqual(read('docs.example/a1').wholes);
  });

  it('is the same when it is longer than what is read at once, and when another was read before', () => {
    const text = 'Pay billing@globex.example 12.50 now. '.repeat(400);
    const long = read(text);
    expect(long.words).toHaveLength(7 * 400);
    expect(long.wholes.slice(-2)).toEqual(read('billing@globex.example 12.50').wholes);
    expect(read('one two', 'k', 1).words.map(({ lower }) => lower)).toEqual(['one']);
  });
});
