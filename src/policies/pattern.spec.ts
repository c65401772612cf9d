import { InvalidPatternError, PatternTrie, parsePattern } from './pattern.js';

function matches(pattern: string, apiName: string): boolean {
  const trie = new PatternTrie<string>();
  trie.add(parsePattern(pattern), pattern);
  return trie.find(apiName).length === 1;
}

describe('a policy pattern', () => {
  it.each([
    ['stripe.charges.create', 'stripe.charges.create'],
    ['stripe.*.create', 'stripe.charges.create'],
    ['*.charges.create', 'stripe.charges.create'],
    ['stripe.*', 'stripe.charges'],
    ['stripe.*', 'stripe.charges.create'],
    ['stripe.*.*', 'stripe.charges.create.now'],
    ['*', 'ping'],
    ['*', 'stripe.charges.create'],
    ['*', ''],
    ['stripe.*', 'stripe.'],
    ['a.*.c', 'a..c'],
    ['constructor.toString', 'constructor.toString'],
  ])('%s matches %s', (pattern, apiName) => {
    expect(matches(pattern, apiName)).toBe(true);
  });

  it.each([
    ['stripe.charges.create', 'stripe.charges'],
    ['stripe.charges', 'stripe.charges.create'],
    ['stripe.*', 'stripe'],
    ['stripe.*.create', 'stripe.create'],
    ['stripe.*.create', 'stripe.charges.refunds.create'],
    ['*.*', 'stripe'],
    ['stripe.*', 'stripes.charges'],
    ['Stripe.*', 'stripe.charges'],
    ['stripe', 'stripe '],
    ['a', 'constructor'],
  ])('%s does not match %s', (pattern, apiName) => {
    expect(matches(pattern, apiName)).toBe(false);
  });

  it.each([
    ['', /empty/],
    ['stripe.', /Segment 2 of the pattern is empty/],
    ['.charges', /Segment 1 of the pattern is empty/],
    ['stripe..create', /Segment 2 of the pattern is empty/],
    ['stripe.post*', /"\*" stands for a whole segment/],
    ['**', /"\*" stands for a whole segment/],
    ['stripe.charges create', /letters, digits/],
    ['stripe.chargés', /letters, digits/],
    ['stripe.create\n', /letters, digits/],
    ['stripe/charges', /letters, digits/],
    ['a'.repeat(256), /longer than 255/],
  ])('is refused when it is %j', (pattern, message) => {
    expect(() => parsePattern(pattern)).toThrow(InvalidPatternError);
    expect(() => parsePattern(pattern)).toThrow(message);
  });

  it('may be 255 characters long', () => {
    expect(parsePattern('a'.repeat(255))).toEqual(['a'.repeat(255)]);
  });
});

describe('the pattern trie', () => {
  it('finds every item whose pattern matches, each once', () => {
    const trie = new PatternTrie<string>();
    for (const pattern of ['*', 'a.*', 'a.*.c', 'a.b.c', 'a.b.*', '*.b.c', '*.*', '*.*.*', 'a.b', 'b.*', 'a.b.c.*']) {
      trie.add(parsePattern(pattern), pattern);
    }
    const expected = ['*', 'a.*', 'a.*.c', 'a.b.c', 'a.b.*', '*.b.c', '*.*', '*.*.*'];
    expect(trie.find('a.b.c').sort()).toEqual(expected.sort());
  });

  it('keeps items that share a pattern', () => {
    const trie = new PatternTrie<number>();
    for (const item of [1, 2]) trie.add(['a', '*'], item);
    expect(trie.find('a.b')).toEqual([1, 2]);
  });

  it('answers for a name of very many segments', () => {
    const trie = new PatternTrie<number>();
    trie.add(['*'], 1);
    trie.add(parsePattern(Array.from({ length: 128 }, () => '*').join('.')), 2);
    expect(trie.find('a.'.repeat(100_000)).sort()).toEqual([1, 2]);
  });
});
