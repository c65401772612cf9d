import fc from './properties.js';

/** Any character, as `unit: 'binary'` of fast-check gives them; that one first makes a table of the 1.1 million. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
