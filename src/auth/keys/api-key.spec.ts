import { createSecretKey } from 'node:crypto';
import { sized } from '../../../test/support/campaign-size.js';
import fc from '../../../test/support/properties.js';
import { generateApiKey, hashApiKeySecret, parseApiKey, sameHash } from './api-key.js';

const rootKey = (fill: number) => createSecretKey(Buffer.alloc(32, fill));

describe('an API key', () => {
  it.each(['live', 'test'] as const)('of kind %s reads back as what it was made of', (kind) => {
    const { key, ...parts } = generateApiKey(kind);
    expect(key).toMatch(new RegExp(`^bks_${kind}_[0-9a-f]{104}$`));
    expect(parseApiKey(key)).toEqual(parts);
  });

  it('is never made twice', () => {
    const made = Array.from({ length: 100 }, () => generateApiKey('live'));
    expect(new Set(made.map(({ id }) => id)).size).toBe(100);
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(100);
  });

  it('is refused with any one character changed, left out or doubled', () => {
    const { key } = generateApiKey('live');
    const edits = fc.tuple(fc.nat(key.length - 1), fc.constantFrom(...'0123456789abcdefABC_ '), fc.nat(2));
    fc.assert(
      fc.property(edits, ([at, character, length]) => {
        const typed = key.slice(0, at) + character + key.slice(at + length);
        return typed === key || parseApiKey(typed) === null;
      }),
      { numRuns: sized({ short: 200, full: 2_000 }) },
    );
  });

  it('is refused with another kind, for the checksum covers it', () => {
    expect(parseApiKey(generateApiKey('live').key.replace('live', 'test'))).toBeNull();
  });

  it('is kept as a hash that only the same root key and secret give', () => {
    const hash = hashApiKeySecret(rootKey(1), 'secret');
    expect(hash).toHaveLength(32);
    expect(sameHash(hash, hashApiKeySecret(rootKey(1), 'secret'))).toBe(true);
    expect(sameHash(hash, hashApiKeySecret(rootKey(2), 'secret'))).toBe(false);
    expect(sameHash(hash, hashApiKeySecret(rootKey(1), 'Secret'))).toBe(false);
    expect(sameHash(hash, Buffer.alloc(0))).toBe(false);
  });
});
