import { COUNTED, countsOf, fallsShort } from '../../campaigns/own-suites/counts.mjs';

describe("the counts of clients' own tests", () => {
  it.each(COUNTED)('of %s are on its page, and the run of these tests fails when they fall', (name) => {
    const { bare, wrapped } = countsOf(name);
    expect([wrapped > 0, bare >= wrapped]).toEqual([true, true]);
    expect(fallsShort(name, { bare, wrapped })).toBeNull();
    expect(fallsShort(name, { bare: bare + 1, wrapped: wrapped + 1 })).toBeNull();
    expect(fallsShort(name, { bare, wrapped: wrapped - 1 })).toContain('bare alone');
    expect(fallsShort(name, { bare: bare - 1, wrapped: wrapped - 1 })).toContain('pass wrapped');
  });
});
