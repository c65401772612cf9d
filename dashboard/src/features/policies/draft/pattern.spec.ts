import { matches, patternsOf, wrongWith } from './pattern';

describe('the pattern of a policy', () => {
  it.each([
    ['stripe.refunds.create', null],
    ['*', null],
    ['stripe.*.create', null],
    ['', /Enter a pattern/],
    ['stripe..create', /empty/],
    ['stripe.refund*', /whole segment/],
    ['stripe refunds', /letters, digits/],
    ['a'.repeat(256), /at most 255/],
  ])('%j is judged while it is typed', (pattern, expected) => {
    if (expected === null) expect(wrongWith(pattern)).toBeNull();
    else expect(wrongWith(pattern)).toMatch(expected);
  });

  it.each([
    ['*', 'a', true],
    ['*', 'a.b.c', true],
    ['a.*', 'a', false],
    ['a.*', 'a.b', true],
    ['a.*', 'a.b.c', true],
    ['a.*.c', 'a.b.c', true],
    ['a.*.c', 'a.b.b.c', false],
    ['a.b', 'a.b.c', false],
    ['a.b', 'A.b', false],
  ])('%s and %s: %p', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });

  it('is picked from the names and from what they have in common', () => {
    expect(patternsOf(['b.c.d', 'b.c.e', 'a.x'])).toEqual(['a.*', 'a.x', 'b.*', 'b.c.*', 'b.c.d', 'b.c.e']);
  });
});
