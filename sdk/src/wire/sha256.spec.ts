import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sized } from '../../../test/support/campaign-size.js';
import { anyCharacter } from '../../../test/support/characters.js';
import { portableSha256Hex, sha256Hex } from './sha256.js';

fc.configureGlobal({ numRuns: sized({ short: 25, full: 100 }) });

describe('the hash of a payload', () => {
  it('is the same with and without a runtime that knows it', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.constantFrom(55, 56, 63, 64, 65).map((n) => 'x'.repeat(n)),
    );
    fc.assert(
      fc.property(text, (value) => {
        const expected = createHash('sha256').update(value).digest('hex');
        expect(portableSha256Hex(value)).toBe(expected);
        expect(sha256Hex(value)).toBe(expected);
      }),
    );
  });
});
