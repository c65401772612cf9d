import fc from '../../../test/support/properties.js';
import { EACH_STEP } from '../facts/budget.js';
import { globMatches } from './glob.js';

const unlimited = () => ({ left: Number.POSITIVE_INFINITY });
const matches = (pattern: string, text: string) => globMatches(pattern, text, unlimited());

describe('A glob', () => {
  it.each([
    ['*@example.com', 'ada@example.com', true],
    ['*@example.com', 'ada@example.com.evil', false],
    ['orders', 'orders', true],
    ['orders', 'orders2', false],
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['?', '', false],
    ['?', '😀', true],
    ['??', '😀', false],
    ['a?c', 'abc', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['**a', 'bba', true],
    ['*.*', 'a\nb.c', true],
    ['.+', 'ab', false],
  ])('%j matches the whole of %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('matches what a regular expression of the same meaning matches', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength: 12 });
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const source = pattern.replaceAll('*', '.*').replaceAll('?', '.');
        return matches(pattern, text) === new RegExp(`^(?:${source})$`, 'su').test(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes steps in proportion to the text times the pattern, and stops when the budget is spent', () => {
    const [pattern, text] = [`*${'a'.repeat(100)}b`, 'a'.repeat(20_000)];
    const budget = { left: 1_000_000 };
    expect(globMatches(pattern, text, budget)).toBe(false);
    const steps = (1_000_000 - budget.left) * EACH_STEP;
    expect(steps).toBeGreaterThan(text.length);
    expect(steps).toBeLessThan(text.length * (pattern.length + 1));
    const small = { left: 10 };
    expect(globMatches(pattern, text, small)).toBe(false);
    expect(small.left).toBeLessThan(0);
  });
});
